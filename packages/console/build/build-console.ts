import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import { build } from 'vite'
import { DIST, ROOT, SOURCE } from './folders.ts'
import { tablesAsData, tablesText } from './tables.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.bin': 'application/octet-stream',
  '.json': 'application/json',
}
/** With all that they need, these are one script: a browser asks once instead of for each part, and it compresses better. */
const FIRST_PAGE = /[\\/]console[\\/]src[\\/](?:app\.tsx|check[\\/]page\.tsx)$/
/** Each has a few hundred bytes, and nearly every other page needs most of them. */
const SMALL_PARTS = /[\\/]console[\\/]src[\\/]parts[\\/](?:in-address|listing|table|time)\.tsx?$/
/** The last tenth of the engine's data would take ten times as long. */
const QUALITY = { text: 11, data: 9 }

export async function buildConsole(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-console-'))
  const tables = join(folder, 'tables.json')
  await writeFile(tables, await tablesText())
  await build({
    configFile: false,
    root: SOURCE,
    // Relative links: the console works below any path.
    base: './',
    // Warnings are about directives for servers that render React, which this page has none of.
    logLevel: 'error',
    plugins: [tailwind()],
    resolve: {
      alias: [
        { find: /^engine-data(?=\?|$)/, replacement: dataFile() },
        { find: /^engine-tables(?=\?|$)/, replacement: tables },
      ],
    },
    worker: { format: 'es', plugins: () => [tablesAsData()] },
    build: {
      outDir: DIST,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      // What to load before each page would be a list of hashes in the first script: they do not compress.
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', test: FIRST_PAGE },
              { name: 'parts', test: SMALL_PARTS },
            ],
          },
        },
      },
      reportCompressedSize: false,
    },
  })
  await rm(folder, { recursive: true })
  await compressAssets()
}

/** A browser needs less of the engine's data than the service; where that smaller part was made, it is taken. */
function dataFile(): string {
  const [smaller, whole] = ['console.bin', 'engine.bin'].map((name) => join(ROOT, 'packages/engine/data', name))
  return existsSync(smaller!) ? smaller! : whole!
}

/** Beside each file its compressed forms, and a list of all files for the server. */
async function compressAssets(): Promise<void> {
  const folder = join(DIST, 'assets')
  const assets: Record<string, { type: string; digest: string }> = {}
  for (const name of (await readdir(folder)).sort()) {
    const bytes = await readFile(join(folder, name))
    const type = TYPES[extname(name)]
    if (!type) throw new Error(`The build made ${name}, whose type the server does not know.`)
    const quality = type === TYPES['.bin'] ? QUALITY.data : QUALITY.text
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_MODE]:
        type === TYPES['.bin'] ? constants.BROTLI_MODE_GENERIC : constants.BROTLI_MODE_TEXT,
    }
    await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes, { params }))
    await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }))
    assets[name] = { type, digest: createHash('sha256').update(bytes).digest('base64url').slice(0, 22) }
  }
  await writeFile(join(DIST, 'manifest.json'), JSON.stringify({ assets }))
}
