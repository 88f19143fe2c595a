// Builds the published packages, each into a folder as it goes to the registry. The sources stay what they are: they run unbuilt.
import { copyFileSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'
import { contractTypes } from './contract-types.ts'
import { CONDITIONS, PUBLISHED, type Published, type Runtime } from './published.ts'

export const ROOT = join(import.meta.dirname, '..', '..')
/** Beside the sources, because the compiler wants all files below one folder. */
export const STAGE = join(ROOT, '.release')
const CONTRACT = join(STAGE, 'contract.ts')

export type Staged = { name: string; folder: string; version: string }

type Manifest = {
  name: string
  version: string
  description: string
  keywords: string[]
  engines: { node: string }
  dependencies?: Record<string, string>
  imports?: Record<string, Record<string, string>>
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const sourceOf = ({ folder }: Published) => join(ROOT, 'packages', folder)
/** The file of an entry without its ending: `.` → `index`, `./node` → `node`. */
const stemOf = (entry: string) => (entry === '.' ? 'index' : entry.slice('./'.length))

async function stage(published: Published, target: string): Promise<Staged> {
  const source = sourceOf(published)
  const { version, description, keywords, engines } = readManifest(source)
  const name = published.name ?? readManifest(source).name
  mkdirSync(target, { recursive: true })

  for (const runtime of new Set(published.runtimes)) await buildFor(published, runtime, target)
  if (published.bin) await buildPrograms(published, published.bin, target)

  for (const [entry, path] of Object.entries(published.files ?? {})) {
    mkdirSync(join(target, 'dist', entry, '..'), { recursive: true })
    copyFileSync(join(source, path), join(target, 'dist', entry))
  }
  for (const document of ['README.md', ...(published.documents ?? [])])
    copyFileSync(join(source, document), join(target, document))
  copyFileSync(join(ROOT, 'LICENSE'), join(target, 'LICENSE'))
  writeLicences(target)
  const manifest = {
    name,
    version,
    description,
    keywords,
    license: 'MIT',
    ...repositoryOf(published),
    type: 'module',
    engines,
    // Names with a scope are private unless this is said.
    publishConfig: { access: 'public' },
    sideEffects: false,
    ...(published.bin && { bin: Object.fromEntries(programs(published.bin).map(({ name, file }) => [name, file])) }),
    ...(Object.keys(published.entries).length > 0 && entryPoints(published)),
    files: ['dist', ...(published.documents ?? [])],
    dependencies: Object.fromEntries(published.dependencies.map((dependency) => [dependency, versionOf(dependency)])),
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return { name, folder: target, version }
}

/**
 * The repository that the release workflow runs in, RELEASE_REPOSITORY=https://host/owner/name: npm compares it with the provenance. No
 * address is written down here, so a fork cannot publish under another one's.
 */
function repositoryOf({ folder }: Published): object {
  const address = process.env.RELEASE_REPOSITORY
  if (!address) return {}
  return {
    homepage: `${address}#readme`,
    repository: { type: 'git', url: `git+${address}.git`, directory: `packages/${folder}` },
    bugs: { url: `${address}/issues` },
  }
}

export async function stageAll(): Promise<Staged[]> {
  rmSync(STAGE, { recursive: true, force: true })
  mkdirSync(STAGE)
  writeFileSync(CONTRACT, contractTypes())
  const staged: Staged[] = []
  for (const published of PUBLISHED) staged.push(await stage(published, join(STAGE, published.folder)))
  return staged
}

/** The types are those of one runtime. */
const typedOf = ({ runtimes }: Published): Runtime => (runtimes.includes('node') ? 'node' : runtimes.at(-1)!)

/** The reader of zip archives can start workers by what Node has for it. Ours starts none, and bundlers for pages know no such module. */
const withoutWorkers = {
  name: 'without-workers',
  transform: (code: string, path: string) =>
    path.includes('/unzipit/') ? { code: NODE_WORKERS.reduce(blankOut, code), map: null } : undefined,
}

const NODE_WORKERS: readonly [RegExp, string][] = [
  [/'node:worker_threads'/, "''"],
  [/await import\(moduleId\)/, '{}'],
]

/** In the room of what was there: every place of the source map stays right. */
function blankOut(code: string, [what, instead]: readonly [RegExp, string]): string {
  return code.replace(what, (text) => instead.padEnd(text.length))
}

async function buildFor(published: Published, runtime: Runtime, target: string): Promise<void> {
  const entries = Object.entries(published.entries).filter(
    ([entry]) => runtime === 'node' || !published.nodeOnly?.includes(entry),
  )
  if (entries.length === 0) return
  const { loadedLate = [] } = published
  if (runtime === 'node') await buildLoadedLate(loadedLate, join(target, 'dist', runtime))
  await build({
    config: false,
    logLevel: 'warn',
    cwd: sourceOf(published),
    entry: Object.fromEntries(entries.map(([entry, file]) => [stemOf(entry), file])),
    outDir: join(target, 'dist', runtime),
    format: ['esm', 'cjs'],
    platform: runtime === 'default' ? 'neutral' : runtime,
    target: 'es2022',
    dts: runtime === typedOf(published),
    sourcemap: true,
    fixedExtension: true,
    clean: false,
    tsconfig: join(ROOT, 'tsconfig.release.json'),
    alias: { '@mailsift/contract': CONTRACT, ...ownImports(published, runtime) },
    deps: {
      neverBundle: published.dependencies.map(withSubpaths),
      alwaysBundle: (published.importsOf ?? []).map((name) => new RegExp(`^@mailsift/${name}(/|$)`)),
      onlyBundle: false,
    },
    plugins: [withoutWorkers, ...loadedLate.map(fromBeside)],
    report: false,
  })
}

async function buildLoadedLate(libraries: readonly string[], outDir: string): Promise<void> {
  for (const library of libraries) {
    await build({
      config: false,
      logLevel: 'warn',
      cwd: ROOT,
      entry: { [library]: fileURLToPath(import.meta.resolve(library)) },
      outDir,
      format: 'cjs',
      platform: 'node',
      target: 'es2022',
      dts: false,
      sourcemap: true,
      fixedExtension: true,
      clean: false,
      deps: { onlyBundle: false },
      report: false,
    })
  }
}

/** A library required by its name is beside the file that requires it. */
const fromBeside = (library: string) => ({
  name: `${library}-from-beside`,
  transform: (code: string, path: string) =>
    path.endsWith('idna-node.ts')
      ? { code: code.replace(`)('${library}')`, `)('./${library}.cjs')`), map: null }
      : undefined,
})

const withSubpaths = (name: string) => new RegExp(`^${name.replaceAll('.', '\\.')}(/|$)`)

const programs = (bin: Readonly<Record<string, string>>) =>
  Object.keys(bin).map((name) => ({ name, file: `./dist/${name}.mjs` }))

async function buildPrograms(
  published: Published,
  bin: Readonly<Record<string, string>>,
  target: string,
): Promise<void> {
  await build({
    config: false,
    logLevel: 'warn',
    cwd: sourceOf(published),
    entry: { ...bin, ...published.threads },
    outDir: join(target, 'dist'),
    format: 'esm',
    platform: 'node',
    target: 'node20',
    dts: false,
    sourcemap: true,
    fixedExtension: true,
    clean: true,
    tsconfig: join(ROOT, 'tsconfig.json'),
    alias: ownImports(published, 'node'),
    deps: {
      neverBundle: published.dependencies.map(withSubpaths),
      // Ours, and not published.
      alwaysBundle: [/^@mailsift\/(?!engine|sdk)/],
      onlyBundle: false,
    },
    plugins: [leadToBuiltThreads],
    outputOptions: { banner: '#!/usr/bin/env node' },
    report: false,
  })
}

/** All built files are in one folder. */
const leadToBuiltThreads = {
  name: 'lead-to-built-threads',
  transform: (code: string) => ({
    code: code.replace(/new URL\('\.\/(\w+)\.ts', import\.meta\.url\)/g, "new URL('./$1.mjs', import.meta.url)"),
    map: null,
  }),
}

/** Copies the licences of the libraries whose code was taken in. */
function writeLicences(target: string): void {
  const folders = new Set<string>()
  for (const map of globSync('dist/**/*.map', { cwd: target })) {
    const path = join(target, map)
    const { sources } = JSON.parse(readFileSync(path, 'utf8')) as { sources: string[] }
    for (const source of sources) {
      const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(resolve(dirname(path), source))?.[0]
      if (folder) folders.add(folder)
    }
  }
  if (folders.size === 0) return
  const texts = [...folders].map((folder) => {
    const { name, version } = readManifest(folder)
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
    if (!file) throw new Error(`${name} is taken in without its licence.`)
    return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  })
  writeFileSync(join(target, 'dist', 'licences.txt'), texts.sort().join(`\n${'-'.repeat(80)}\n\n`))
}

/** Where the package's own `imports` lead for a runtime: the bundler's conditions are the same for all its builds. */
function ownImports({ folder, importsOf = [] }: Published, runtime: Runtime): Record<string, string> {
  const conditions = [...CONDITIONS[runtime], 'default']
  const aliases = [folder, ...importsOf].flatMap((name) => {
    const source = join(ROOT, 'packages', name)
    return Object.entries(readManifest(source).imports ?? {}).map(([own, targets]) => [
      own,
      join(source, targets[conditions.find((each) => targets[each])!]!),
    ])
  })
  return Object.fromEntries(aliases)
}

/** By runtime and then by module system, each with types of its own. */
function entryPoints(published: Published): object {
  const { entries, runtimes, nodeOnly = [], files = {} } = published
  const last = runtimes.at(-1)!
  const typed = typedOf(published)
  const pointsOf = (runtime: Runtime, stem: string) => {
    return {
      import: { types: `./dist/${typed}/${stem}.d.mts`, default: `./dist/${runtime}/${stem}.mjs` },
      require: { types: `./dist/${typed}/${stem}.d.cts`, default: `./dist/${runtime}/${stem}.cjs` },
    }
  }
  const points = Object.keys(entries).map((entry) => {
    const stem = stemOf(entry)
    if (nodeOnly.includes(entry)) return [entry, pointsOf('node', stem)]
    const conditions = runtimes
      .slice(0, -1)
      .flatMap((runtime) => CONDITIONS[runtime].map((condition) => [condition, pointsOf(runtime, stem)]))
    return [entry, { ...Object.fromEntries(conditions), ...pointsOf(last, stem) }]
  })
  const filePoints = Object.fromEntries(Object.keys(files).map((entry) => [entry, `./dist/${entry.slice(2)}`]))
  return {
    main: `./dist/${last}/index.cjs`,
    types: `./dist/${typed}/index.d.cts`,
    exports: { ...Object.fromEntries(points), ...filePoints, './package.json': './package.json' },
  }
}

function versionOf(dependency: string): string {
  const own = PUBLISHED.find((each) => readManifest(sourceOf(each)).name === dependency)
  if (own) return readManifest(sourceOf(own)).version
  for (const folder of ['engine', 'intake', 'command', 'contract', 'mcp', 'duckdb']) {
    const version = readManifest(join(ROOT, 'packages', folder)).dependencies?.[dependency]
    if (version) return version
  }
  throw new Error(`No package of ours depends on ${dependency}.`)
}
