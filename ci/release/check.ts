// npm run release:check: packs the packages as they would be published, lints them, installs them into an empty project and uses them in
// every runtime and bundler that npm brings to this machine. What cannot be had is skipped, and said.
// npm run release:check -- node deno   builds, lints and then uses them only there.
import { execFile } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { CHROMIUM, WHY_NOT } from '../../packages/intake/test/chromium.ts'
import { installGlobally, installProject, type Project, runIn } from './project.ts'
import { PUBLISHED } from './published.ts'
import { startInstance } from './service.ts'
import { ROOT, STAGE, type Staged, stageAll } from './stage.ts'
import { bring, onLinux, type Tool } from './tools.ts'
import { USES } from './uses.ts'

const run = promisify(execFile)
const DATA_MAX_BYTES = { console: 1_300_000, guard: 250_000 }
const GUARD_SCRIPT_MAX_BYTES = 12_500
const NO_REGISTRY = 'http://127.0.0.1:9/'
/** The oldest Node of the command, which needs the newest of our packages. */
const OLDEST_NODE = 20
/** Words of the names of the uses that are wanted; without any, all are. */
const wanted = process.argv.slice(2).map((word) => word.toLowerCase())
const isWanted = (name: string) => wanted.length === 0 || wanted.some((word) => name.toLowerCase().includes(word))
let failures = 0

async function check(name: string, work: () => Promise<string | undefined>): Promise<void> {
  const started = performance.now()
  try {
    const said = await work()
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`ok    ${name}${said ? `: ${said}` : ''} (${seconds} s)`)
  } catch (error) {
    failures++
    console.log(`FAIL  ${name}: ${(error as Error).message}`)
  }
}

const skip = (name: string, why: string) => console.log(`skip  ${name}: ${why}`)

const tarballs: string[] = []
let staged: Staged[] = []
await check('builds', async () => {
  staged = await stageAll()
  return staged.map(({ name, version }) => `${name} ${version}`).join(', ')
})
for (const each of staged) await check(`pack ${each.name}`, () => pack(each))
for (const [index, { name }] of staged.entries()) await check(`publish ${name}`, () => publish(tarballs[index]!))
for (const { name, folder } of staged) await check(`publint ${name}`, () => lint(folder))
for (const [index, { name }] of staged.entries()) {
  if (name !== 'mailsift') await check(`arethetypeswrong ${name}`, () => checkTypes(tarballs[index]!))
}
await check('sizes for browsers', async () => sizes())

if (failures === 0) await useAll()
process.exitCode = failures > 0 ? 1 : 0

async function useAll(): Promise<void> {
  const instance = await startInstance()
  let project: Project | undefined
  try {
    await check('install into an empty project', async () => {
      project = await installProject(tarballs, instance)
      refuseNewerNode(project.folder)
      return undefined
    })
    if (project) {
      const { folder } = project
      await check("DuckDB's package beside a global command", async () => {
        const programs = await installGlobally(tarballs, join(folder, 'global'))
        const list = join(folder, 'global.csv')
        writeFileSync(list, 'email\nada.lovelace@contoso.com\n')
        const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` }
        const parquet = join(folder, 'global.parquet')
        await runIn({ folder, env }, 'node', [
          '--input-type=module',
          '--eval',
          `import { DuckDBInstance } from ${JSON.stringify(join(folder, 'node_modules/@duckdb/node-api/lib/index.js'))}
          const connection = await (await DuckDBInstance.create()).connect()
          await connection.run("COPY (FROM '${list}') TO '${parquet}' (FORMAT parquet)")`,
        ])
        return runIn({ folder, env }, 'mailsift', ['clean', '--local', parquet, '-o', `${parquet}.cleaned.parquet`])
      })
      await useIn(project)
    }
  } finally {
    await instance.stop()
    if (project) rmSync(project.folder, { recursive: true, force: true })
  }
}

/** Some installers refuse, and npm warns, where a dependency asks for a newer Node than the one that is there. */
function refuseNewerNode(folder: string): void {
  const newer = globSync('node_modules/{*,@*/*}/package.json', { cwd: folder }).flatMap((path) => {
    const { name, engines } = JSON.parse(readFileSync(join(folder, path), 'utf8'))
    const own = PUBLISHED.find((each) => name === (each.name ?? `@mailsift/${each.folder}`))
    const least = Number(/^>=\s*(\d+)/.exec(engines?.node ?? '>=0')?.[1] ?? Number.POSITIVE_INFINITY)
    return own || least <= OLDEST_NODE ? [] : [`${name} (${engines.node})`]
  })
  if (newer.length > 0) throw new Error(`a newer Node than ${OLDEST_NODE} is requested by ${newer.join(', ')}`)
}

async function useIn(project: Project): Promise<void> {
  for (const { name, tool, needsChromium, run } of USES.filter(({ name }) => isWanted(name))) {
    if (needsChromium && !CHROMIUM) {
      skip(name, WHY_NOT)
      continue
    }
    const brought = await bringHere(tool)
    if ('missing' in brought) skip(name, brought.missing)
    else await check(name, () => run(project, brought.folder))
  }
}

async function bringHere(tool: Tool): ReturnType<typeof bring> {
  const needsLinux = /^(Node|Deno|Bun)/.test(tool)
  return needsLinux && !onLinux ? { missing: 'only its build for Linux is tried' } : bring(tool)
}

async function pack({ folder }: Staged): Promise<string> {
  const target = join(STAGE, 'tarballs')
  mkdirSync(target, { recursive: true })
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', target], {
    cwd: folder,
    maxBuffer: 2 ** 24,
  })
  const [{ filename, files, size }] = JSON.parse(stdout) as [
    { filename: string; files: { path: string }[]; size: number },
  ]
  const paths = files.map(({ path }) => path)
  for (const needed of ['LICENSE', 'README.md', 'package.json'])
    if (!paths.includes(needed)) throw new Error(`${needed} is missing`)
  const strange = paths.filter((path) => /(^|\/)(test|bench|src|build)\//.test(path) || /(?<!\.d)\.ts$/.test(path))
  if (strange.length > 0) throw new Error(`it holds ${strange.join(', ')}`)
  for (const path of paths.filter((path) => /^dist\/browser\/.*js$/.test(path)))
    if (/['"]node:/.test(readFileSync(join(folder, path), 'utf8'))) throw new Error(`${path} imports something of Node`)
  const links = linksOf(readFileSync(join(folder, 'README.md'), 'utf8')).filter((path) => !paths.includes(path))
  if (links.length > 0) throw new Error(`its README links to what it does not hold: ${links.join(', ')}`)
  tarballs.push(join(target, filename))
  return `${paths.length} files, ${(size / 1e6).toFixed(2)} MB`
}

/** As far as it goes without a registry. */
async function publish(tarball: string): Promise<string> {
  const { stderr } = await run('npm', [
    'publish',
    '--dry-run',
    '--loglevel=notice',
    '--fetch-retries=0',
    '--registry',
    NO_REGISTRY,
    tarball,
  ])
  const [, access] = /with tag latest and (\w+) access/.exec(stderr) ?? []
  if (access !== 'public') throw new Error(`npm says ${stderr}`)
  return 'tried, for all'
}

/** Files that a text links to. */
function linksOf(markdown: string): string[] {
  return [...markdown.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path]) => path!)
}

async function lint(folder: string): Promise<undefined> {
  const { messages } = await publint({ pkgDir: folder, strict: true, pack: false })
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (messages.length > 0) throw new Error(messages.map((message) => formatMessage(message, manifest)).join('\n'))
  return undefined
}

async function checkTypes(tarball: string): Promise<undefined> {
  const attw = join(ROOT, 'ci', 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js')
  const files = ['data/console.bin', 'data/engine.bin', 'data/guard.bin', 'data/manifest.json', 'package.json']
  const options = ['--format', 'ascii', '--no-emoji', '--profile', 'node16', '--exclude-entrypoints', ...files]
  await run(process.execPath, [attw, tarball, ...options]).catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}${stderr}`)
  })
  return undefined
}

function sizes(): string {
  const data = Object.entries(DATA_MAX_BYTES).map(([profile, most]) => {
    const file = readFileSync(join(ROOT, 'packages/engine/data', `${profile}.bin`))
    return bounded(`data of the ${profile}`, file, most)
  })
  return [
    ...data,
    bounded(
      'script of the guard',
      readFileSync(join(ROOT, 'packages', 'guard', 'dist', 'guard.js')),
      GUARD_SCRIPT_MAX_BYTES,
    ),
  ].join(', ')
}

/** In Brotli, as a server would send it. */
function bounded(name: string, file: Buffer, most: number): string {
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS }
  const { length } = brotliCompressSync(file, { params })
  if (length > most) throw new Error(`${name} has ${length} bytes, more than ${most}`)
  return `${name} ${length} bytes (at most ${most})`
}
