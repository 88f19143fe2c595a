// npm run build -- help: the documentation site, from docs/ and the documents of the packages, and the script of the API reference.
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { runInNewContext } from 'node:vm'
import { build } from 'vitepress'
import { stage } from './stage.ts'

const HELP = dirname(import.meta.dirname)
const ROOT = dirname(dirname(HELP))
const STAGED = join(HELP, '.pages')

export async function buildHelp(target: string): Promise<void> {
  const broken = stage(ROOT, STAGED)
  try {
    if (broken.length > 0) throw new Error(`These links lead nowhere:\n${broken.join('\n')}`)
    await build(join(HELP, 'site'), { outDir: target })
    copyFileSync(join(ROOT, 'packages/console/src/icon.svg'), join(target, 'icon.svg'))
    writeFileSync(join(target, 'scalar.js'), readReferenceScript())
    const missing = missingAnchors(target)
    if (missing.length > 0)
      throw new Error(`These links name a heading that their page does not have:\n${missing.join('\n')}`)
  } finally {
    for (const folder of [STAGED, join(HELP, '.cache')]) rmSync(folder, { recursive: true, force: true })
  }
}

/** A string literal of four megabytes inside a module of its package. */
function readReferenceScript(): string {
  const module = readFileSync(join(HELP, 'node_modules/@scalar/fastify-api-reference/dist/index.js'), 'utf8')
  const begin = '\nvar standalone_default = '
  const start = module.indexOf(begin)
  if (start < 0) throw new Error('The package @scalar/fastify-api-reference does not hold its script where it did.')
  return runInNewContext(module.slice(start + begin.length, module.indexOf('\n', start + begin.length)))
}

/** VitePress checks that linked pages exist, but not that they have the linked heading. */
function missingAnchors(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
  const pages = new Map(names.map((name) => [pagePath(name), readFileSync(join(folder, name), 'utf8')]))
  return [...pages].flatMap(([path, html]) =>
    [...html.matchAll(/href="(\/help\/[^"#]*)?#([^"]+)"/g)]
      .filter(([, page = path, id]) => !pages.get(page)?.includes(`id="${id}"`))
      .map(([, page = path, id]) => `${path}: ${page}#${id}`),
  )
}

function pagePath(name: string): string {
  return `/help/${relative('', name)
    .replaceAll('\\', '/')
    .replace(/(index)?\.html$/, '')}`
}
