// The installed packages in every runtime and bundler: each use either works, or throws.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { CHROMIUM } from '../../packages/intake/test/chromium.ts'
import { useGuard } from './guard-uses.ts'
import { useInNext } from './next-use.ts'
import { type Project, requireFrom, runIn } from './project.ts'
import type { Tool } from './tools.ts'

/** As much of it as is used here; the project itself has none. */
type Esbuild = { build(options: object): Promise<unknown> }

export type Use = {
  name: string
  tool: Tool
  needsChromium?: true
  run(project: Project, folder: string): Promise<string>
}

const binaryOf = (folder: string, name: string): string => {
  const root = join(folder, 'node_modules')
  const scopes = readdirSync(root).filter((each) => !each.startsWith('.'))
  const places = scopes.flatMap((each) =>
    each.startsWith('@') ? readdirSync(join(root, each)).map((below) => join(each, below)) : [each],
  )
  const found = places
    .flatMap((place) => [join(root, place, 'bin', name), join(root, place, name)])
    .find((path) => existsSync(path))
  if (!found) throw new Error(`${name} is not in ${root}`)
  return found
}

function expectUsed(printed: string): void {
  if (!printed.includes('used')) throw new Error(`it printed ${JSON.stringify(printed)}`)
}

async function onNode(project: Project, folder: string): Promise<string> {
  const node = binaryOf(folder, 'node')
  for (const file of ['use.mjs', 'use.cjs']) expectUsed(await runIn(project, node, [file]))
  return (await runIn(project, node, ['--version'])).trim()
}

async function commandOnNode(project: Project, folder: string): Promise<string> {
  const node = binaryOf(folder, 'node')
  const command = join('node_modules', 'mailsift', 'dist', 'mailsift.mjs')
  writeFileSync(
    join(project.folder, 'list.csv'),
    'Name;E-Mail\nAda;ada.lovelace@contoso.com\nDesk;info@mailinator.com\n',
  )
  await runIn(project, node, [command, 'clean', '--local', 'list.csv', '-o', 'clean.csv', '--force'])
  const cleaned = readFileSync(join(project.folder, 'clean.csv'), 'utf8')
  if (!/ada\.lovelace@contoso\.com;safe/.test(cleaned) || !/info@mailinator\.com;unsafe/.test(cleaned))
    throw new Error(`clean --local wrote ${cleaned.slice(0, 300)}`)
  const said = await runIn(project, node, [command, 'validate', 'ada.lovelace@contoso.com'])
  if (!said.startsWith('safe')) throw new Error(`validate said ${said}`)
  await cleanParquet(project, node, command)
  return `mailsift ${(await runIn(project, node, [command, '--version'])).trim()}`
}

/** DuckDB's package is found beside the command, and its function by its own name. */
async function cleanParquet(project: Project, node: string, command: string): Promise<void> {
  writeFileSync(
    join(project.folder, 'duckdb.mjs'),
    `import { DuckDBInstance } from '@duckdb/node-api'
    import { registerMailsift } from '@mailsift/duckdb'
    import { loadEngine } from '@mailsift/engine/node'
    const connection = await (await DuckDBInstance.create()).connect()
    registerMailsift(connection, loadEngine())
    if (process.argv[2] === 'write')
      await connection.run("COPY (SELECT 'ada.lovelace@contoso.com' AS email) TO 'list.parquet' (FORMAT parquet)")
    else {
      const reader = await connection.runAndReadAll("SELECT status = mailsift(email).status FROM 'clean.parquet'")
      if (JSON.stringify(reader.getRowsJson()) === '[[true]]') console.log('used')
    }`,
  )
  await runIn(project, node, ['duckdb.mjs', 'write'])
  await runIn(project, node, [command, 'clean', 'list.parquet', '-o', 'clean.parquet', '--force'])
  expectUsed(await runIn(project, node, ['duckdb.mjs', 'read']))
}

/** The call of the bundle, with the data that a page would fetch. */
async function useBundle(project: Project, bundle: string): Promise<void> {
  const { use } = (await import(pathToFileURL(bundle).href)) as { use(...args: unknown[]): Promise<string> }
  const { MAILSIFT_TOKEN: token, MAILSIFT_SERVER: origin } = project.env
  expectUsed(await use(dataOf(project, 'console'), dataOf(project, 'guard'), token, origin))
}

function dataOf({ folder }: Project, profile: string): Uint8Array {
  return readFileSync(join(folder, 'node_modules', '@mailsift', 'engine', 'dist', 'data', `${profile}.bin`))
}

async function bundleWithEsbuild(
  { folder }: Project,
  tools: string,
  conditions: string[],
  entry = 'web.js',
  platform = 'browser',
) {
  const { build } = requireFrom(tools)('esbuild') as Esbuild
  const outfile = join(folder, 'bundled', `esbuild-${conditions.join('-')}-${entry.replace(/\W/g, '-')}.mjs`)
  const common = { bundle: true, minify: true, format: 'esm', logLevel: 'silent' } as const
  await build({ ...common, platform, entryPoints: [join(folder, entry)], outfile, conditions })
  return outfile
}

async function sizeOfSdk(project: Project, folder: string): Promise<number> {
  writeFileSync(join(project.folder, 'sdk-alone.js'), "export { Mailsift } from '@mailsift/sdk'\n")
  const bundle = await bundleWithEsbuild(project, folder, ['browser'], 'sdk-alone.js')
  return gzipSync(readFileSync(bundle), { level: 9 }).length
}

const SDK_MAX_BYTES = 7 * 1024

const MODES = { node16: 'node16', nodenext: 'nodenext', bundler: 'esnext' } as const

export const USES: readonly Use[] = [
  ...(['Node 18', 'Node 20', 'Node 22', 'Node 24'] as const).map((tool) => ({ name: tool, tool, run: onNode })),
  ...(['Node 20', 'Node 24'] as const).map((tool) => ({ name: `the command on ${tool}`, tool, run: commandOnNode })),
  {
    name: 'Deno',
    tool: 'Deno',
    async run(project, folder) {
      const deno = binaryOf(folder, 'deno')
      expectUsed(await runIn(project, deno, ['run', '--no-remote', '--node-modules-dir=manual', '-A', 'use.mjs']))
      return (await runIn(project, deno, ['--version'])).split('\n')[0]!
    },
  },
  {
    name: 'Bun',
    tool: 'Bun',
    async run(project, folder) {
      const bun = binaryOf(folder, 'bun')
      for (const file of ['use.mjs', 'use.cjs']) expectUsed(await runIn(project, bun, [file]))
      return `bun ${(await runIn(project, bun, ['--version'])).trim()}`
    },
  },
  {
    name: 'types in three module modes',
    tool: 'TypeScript 5',
    async run(project, folder) {
      const tsc = join(folder, 'node_modules', 'typescript', 'bin', 'tsc')
      for (const [resolution, module] of Object.entries(MODES)) {
        const endings = resolution === 'bundler' ? ['.ts'] : ['.mts', '.cts']
        const types = ['--typeRoots', join(folder, 'node_modules', '@types'), '--types', 'node']
        const options = [
          '--noEmit',
          '--strict',
          '--target',
          'es2022',
          '--module',
          module,
          '--moduleResolution',
          resolution,
        ]
        // The guard is for pages; the others must do without the types of browsers.
        for (const [name, lib] of Object.entries({ typed: 'es2023', 'typed-guard': 'es2023,dom' })) {
          const files = endings.map((ending) => name + ending)
          await runIn(project, process.execPath, [tsc, ...options, '--lib', lib, ...types, ...files])
        }
        if (resolution !== 'bundler') continue
        const react = ['--lib', 'es2023,dom', '--jsx', 'react-jsx', ...types.slice(0, 2), '--types', 'react']
        await runIn(project, process.execPath, [tsc, ...options, ...react, 'typed-react.tsx', 'mailsift-guard.d.ts'])
      }
      return `${Object.keys(MODES).join(', ')}; the guard in React`
    },
  },
  {
    name: 'esbuild, for browsers and Node',
    tool: 'esbuild',
    async run(project, folder) {
      await useBundle(project, await bundleWithEsbuild(project, folder, ['browser']))
      const bytes = await sizeOfSdk(project, folder)
      // For Node, in one file that has nothing beside it.
      await useBundle(project, await bundleWithEsbuild(project, folder, ['node'], 'web.js', 'node'))
      // Neither a browser nor Node: a runtime that says nothing of itself.
      await bundleWithEsbuild(project, folder, ['other'], 'sdk-alone.js', 'neutral')
      if (bytes > SDK_MAX_BYTES) throw new Error(`the SDK has ${bytes} bytes in gzip, more than ${SDK_MAX_BYTES}`)
      return `SDK ${bytes} bytes in gzip (at most ${SDK_MAX_BYTES})`
    },
  },
  {
    name: 'miniflare (workerd)',
    tool: 'miniflare',
    async run(project, folder) {
      const { build } = requireFrom(folder)('esbuild') as Esbuild
      const outfile = join(project.folder, 'bundled', 'worker.mjs')
      const worker = `
        import { use } from './web.js'
        export default {
          async fetch(request) {
            const { token, origin } = Object.fromEntries(new URL(request.url).searchParams)
            const form = await request.formData()
            const bytes = async (name) => new Uint8Array(await form.get(name).arrayBuffer())
            return new Response(await use(await bytes('console'), await bytes('guard'), token, origin))
          },
        }`
      writeFileSync(join(project.folder, 'worker.js'), worker)
      const common = { bundle: true, format: 'esm', platform: 'browser', logLevel: 'silent' } as const
      await build({
        ...common,
        entryPoints: [join(project.folder, 'worker.js')],
        outfile,
        conditions: ['workerd', 'worker'],
      })
      const { Miniflare } = requireFrom(folder)('miniflare')
      const script = readFileSync(outfile, 'utf8')
      const miniflare = new Miniflare({ modules: true, script, compatibilityDate: '2026-01-01' })
      try {
        const form = new FormData()
        for (const profile of ['console', 'guard'])
          form.set(profile, new Blob([new Uint8Array(dataOf(project, profile))]))
        const { MAILSIFT_TOKEN: token = '', MAILSIFT_SERVER: origin = '' } = project.env
        const url = `${await miniflare.ready}?${new URLSearchParams({ token, origin })}`
        const response = await fetch(url, { method: 'POST', body: form })
        expectUsed(await response.text())
      } finally {
        await miniflare.dispose()
      }
      return 'the engine and a call'
    },
  },
  {
    name: 'Vite',
    tool: 'Vite',
    async run(project, folder) {
      const { build } = (await import(pathToFileURL(requireFrom(folder).resolve('vite')).href)) as typeof import('vite')
      const outDir = join(project.folder, 'bundled', 'vite')
      const lib = { entry: join(project.folder, 'web.js'), formats: ['es' as const], fileName: () => 'web.mjs' }
      await build({ root: project.folder, configFile: false, logLevel: 'error', build: { lib, outDir, minify: true } })
      await useBundle(project, join(outDir, 'web.mjs'))
      return 'a library build'
    },
  },
  {
    name: 'webpack',
    tool: 'webpack',
    async run(project, folder) {
      const webpack = requireFrom(folder)('webpack')
      const path = join(project.folder, 'bundled', 'webpack')
      await new Promise<void>((resolve, reject) => {
        const output = { path, filename: 'web.mjs', library: { type: 'module' } }
        const options = { mode: 'production', entry: './web.js', context: project.folder, target: 'web', output }
        webpack(
          { ...options, experiments: { outputModule: true } },
          (error: Error | null, stats: { hasErrors(): boolean; toString(): string }) => {
            if (error || stats.hasErrors()) reject(error ?? new Error(stats.toString()))
            else resolve()
          },
        )
      })
      await useBundle(project, join(path, 'web.mjs'))
      return 'a production build'
    },
  },
  { name: 'Next', tool: 'Next', run: useInNext },
  { name: 'Chromium', tool: 'esbuild', needsChromium: true, run: useInChromium },
  { name: 'the guard in Chromium', tool: 'Vite, React and Vue', needsChromium: true, run: useGuard },
]

/** The engine and the client in a page. Its origin is another than the service's, so that only the engine runs here. */
async function useInChromium(project: Project, folder: string): Promise<string> {
  if (!CHROMIUM) throw new Error('no Chromium')
  const bundle = await bundleWithEsbuild(project, folder, ['browser'])
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    const serve: Record<string, { contentType: string; body: Buffer | string }> = {
      '/': { contentType: 'text/html', body: '<title>page</title>' },
      '/web.js': { contentType: 'text/javascript', body: readFileSync(bundle) },
      '/console.bin': { contentType: 'application/octet-stream', body: Buffer.from(dataOf(project, 'console')) },
      '/guard.bin': { contentType: 'application/octet-stream', body: Buffer.from(dataOf(project, 'guard')) },
    }
    const { MAILSIFT_TOKEN: token, MAILSIFT_SERVER: origin } = project.env
    await page.route(`${origin}/page/**`, (route) => {
      const file = serve[new URL(route.request().url()).pathname.slice('/page'.length)]
      return file ? route.fulfill(file) : route.fallback()
    })
    await page.goto(`${origin}/page/`)
    const said = await page.evaluate(
      async ({ token, origin }) => {
        const bytes = async (name: string) => new Uint8Array(await (await fetch(`/page/${name}.bin`)).arrayBuffer())
        const { use } = await import('/page/web.js' as string)
        return use(await bytes('console'), await bytes('guard'), token, origin)
      },
      { token, origin },
    )
    expectUsed(said as string)
    return browser.version()
  } finally {
    await browser.close()
  }
}
