import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import { build } from 'vite'
import { collectLicenses } from '../../../scripts/build/licenses.ts'
import { ROOT, SOURCE } from './folders.ts'
import { tablesAsData, tablesText } from './tables.ts'

/** Bundled into one script with their dependencies: one request instead of many, and better compression. */
const FIRST_PAGE = /[\\/]console[\\/]src[\\/](?:app\.tsx|check[\\/]page\.tsx)$/
/** Each has a few hundred bytes, and nearly every other page needs most of them. */
const SMALL_PARTS = /[\\/]console[\\/]src[\\/]parts[\\/](?:url-state|listing|table|time)\.tsx?$/
/** The pages before the sign-in: a visitor opens two or three of them, and each is small. */
const SIGN_IN_PAGES =
  /[\\/]console[\\/]src[\\/]session[\\/](?:sign-in|sign-in-(?:form|frame)|sign-up|sign-up-offer|(?:forgot|reset)-password|confirm-[\w-]+|join-form|invitation|single-sign-on)\.tsx$/

export async function buildConsole(target: string): Promise<void> {
  const licenses = collectLicenses()
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-console-'))
  const tables = join(folder, 'tables.json')
  await writeFile(tables, await tablesText())
  await build({
    configFile: false,
    root: SOURCE,
    // Relative links: the console works below any path.
    base: './',
    // The warnings are about directives for React server rendering, which this page does not use.
    logLevel: 'error',
    plugins: [tailwind(), licenses.plugin()],
    resolve: {
      alias: [
        { find: /^engine-data(?=\?|$)/, replacement: join(ROOT, 'packages/engine/data/console.bin') },
        { find: /^engine-tables(?=\?|$)/, replacement: tables },
      ],
    },
    worker: { format: 'es', plugins: () => [tablesAsData(), licenses.plugin()] },
    build: {
      outDir: target,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      // A preload list for each page would put hashes, which do not compress, into the first script.
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', test: FIRST_PAGE },
              { name: 'parts', test: SMALL_PARTS },
              { name: 'sign-in', test: SIGN_IN_PAGES },
            ],
          },
        },
      },
      reportCompressedSize: false,
    },
  })
  await rm(folder, { recursive: true })
  licenses.write(target)
  await compressTexts(join(target, 'assets'))
}

/**
 * The highest quality takes a second for all scripts, too long for a visitor to wait; the service compresses the
 * engine's data.
 */
async function compressTexts(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((name) => !name.endsWith('.bin'))) {
    const bytes = await readFile(join(folder, name))
    const params = {
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    }
    await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes, { params }))
  }
}
