// A start runs what the sources say at that moment, built or not. In a small project of the same shape.
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { execFile } from '../testing/programs.ts'
import { PROGRAMS } from './parts.mjs'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Builds only the server, as all programs but the service itself do. */
const PROGRAM = 'packages/server/src/admin.ts'
/** All that the build looks for; their content plays no part here. */
const OTHERS = [
  'packages/server/src/main.ts',
  'packages/server/src/verify.ts',
  'packages/server/src/platform/watchdog/thread.ts',
  'packages/cli/src/main.ts',
  'packages/cli/src/stream/thread.ts',
  ...['clean', 'command', 'contract', 'csv', 'engine', 'intake', 'mcp', 'sdk'].map(
    (name) => `packages/${name}/src/a.ts`,
  ),
]
const TAKEN_OVER = [
  'package-lock.json',
  'packages/server/dist/scalar.js',
  'packages/server/src/platform/source-place.ts',
  'scripts',
]

type Outcome = { code: number; output: string; errors: string }
type Project = {
  root: string
  write(path: string, text: string): Promise<void>
  run(...command: string[]): Promise<Outcome>
  start(): Promise<Outcome>
}

async function makeProject(files: Record<string, string>): Promise<Project> {
  const root = await mkdtemp(join(tmpdir(), 'mailsift build-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  for (const path of TAKEN_OVER) await cp(join(ROOT, path), join(root, path), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  await write('package.json', '{ "type": "module" }')
  for (const path of OTHERS) await write(path, '')
  for (const [path, text] of Object.entries(files)) await write(path, text)
  const run = (...command: string[]) =>
    new Promise<Outcome>((resolve) => {
      const child = execFile(process.execPath, ['scripts/run.mjs', ...command], { cwd: root }, (_, output, errors) =>
        resolve({ code: child.exitCode!, output: output.trim(), errors }),
      )
    })
  return { root, write, run, start: () => run(PROGRAM) }
}

const PART = 'packages/server/src/part.ts'
const SAYING = (word: string) => ({
  [PROGRAM]: `import { word } from './part.ts'\nconsole.log(word, import.meta.dirname.split('/').at(-1))`,
  [PART]: `export const word: string = '${word}'`,
})
// Each build takes some seconds of processor time.
vi.setConfig({ testTimeout: 120_000 })

const build = (...options: string[]) => ['scripts/build/build.ts', ...options, 'server']

test('a start after an edit runs the new source, however often', async () => {
  const project = await makeProject(SAYING('one'))
  expect(await project.start()).toEqual({ code: 0, output: 'one .fresh', errors: '' })
  for (const word of ['two', 'one']) {
    await project.write(PART, `export const word: string = '${word}'`)
    expect((await project.start()).output).toBe(`${word} .fresh`)
  }
})

test('the committed build is taken where it matches the sources, and a newer one is removed', async () => {
  const project = await makeProject(SAYING('one'))
  await project.run(...build())
  expect((await project.start()).output).toBe('one dist')
  await project.write(PART, `export const word: string = 'two'`)
  expect((await project.start()).output).toBe('two .fresh')
  await project.write(PART, `export const word: string = 'one'`)
  expect((await project.start()).output).toBe('one dist')
  await expect(stat(join(project.root, 'packages/server/.fresh'))).rejects.toThrow('ENOENT')
})

test('the check passes for a build of the present sources, and names each file that differs', async () => {
  const project = await makeProject(SAYING('one'))
  await project.run(...build())
  expect(await project.run(...build('--check'))).toMatchObject({ code: 0, errors: '' })
  await project.write(PART, `export const word: string = 'two'`)
  const changed = await project.run(...build('--check'))
  expect(changed.code).toBe(1)
  expect(changed.errors).toContain('packages.server.src.admin.js\n')
  await project.write(PART, `export const word: string = 'one'`)
  await project.write('packages/server/dist/extra.js', '')
  expect((await project.run(...build('--check'))).errors).toContain('extra.js\n')
})

test('a build can be read by every user', async () => {
  const project = await makeProject(SAYING('one'))
  await project.run(...build())
  expect((await stat(join(project.root, 'packages/server/dist'))).mode & 0o777).toBe(0o755)
})

test('two builds in different folders give the same bytes', async () => {
  const [one, other] = await Promise.all([makeProject(SAYING('one')), makeProject(SAYING('one'))])
  await Promise.all([one.run(...build()), other.run(...build())])
  await cp(join(one.root, 'packages/server/dist'), join(other.root, 'packages/server/dist'), {
    recursive: true,
    force: true,
  })
  expect(await other.run(...build('--check'))).toMatchObject({ code: 0 })
})

test('where no build can be made, the program runs from its sources and says so', async () => {
  const project = await makeProject(SAYING('one'))
  await project.write('scripts/build/server.ts', `throw new Error('no bundler here')`)
  const { code, output, errors } = await project.start()
  expect({ code, output }).toEqual({ code: 0, output: 'one src' })
  expect(errors).toContain('The program runs from its sources.')
})

test('a production install whose sources are newer than its build runs that build and says so in one line', async () => {
  const project = await makeProject({ ...SAYING('one'), [PART]: `import 'fastify'\nexport const word: string = 'one'` })
  await project.run(...build())
  await project.write(PART, `import 'fastify'\nexport const word: string = 'two'`)
  await rm(join(project.root, 'node_modules'))
  expect(await project.start()).toEqual({
    code: 0,
    output: 'one dist',
    errors:
      'The sources of the server are newer than its build in packages/server/dist, and this install cannot build them. ' +
      'The older build runs. To run the sources: npm ci\n',
  })
})

test('a source that cannot be parsed fails the start with its own name', async () => {
  const project = await makeProject(SAYING('one'))
  await project.start()
  await project.write(PART, `export const word: string = '`)
  const { code, errors } = await project.start()
  expect(code).not.toBe(0)
  expect(errors).toContain('part.ts')
})

test('a stack tells files and lines of the sources', async () => {
  const project = await makeProject({
    [PROGRAM]: `import { fail } from './part.ts'\n\ntype Unused = {\n  lines: number\n}\n\nfail()\n`,
    [PART]: `type Erased = {\n  also: string\n}\n\nexport function fail(): never {\n  throw new TypeError('told' satisfies Erased['also'])\n}\n`,
  })
  const { code, errors } = await project.start()
  expect(code).toBe(1)
  expect(errors).toContain('TypeError: told')
  expect(errors).toMatch(/at fail \(.+\/packages\/server\/src\/part\.ts:6:\d+\)/)
  expect(errors).toMatch(/at .+\/packages\/server\/src\/admin\.ts:7:\d+/)
})

test('a file finds what lies beside its source, and a program leads to the built one', async () => {
  const project = await makeProject({
    [PROGRAM]: `import { readFileSync } from 'node:fs'
      console.log(readFileSync(new URL('../beside.txt', import.meta.url), 'utf8'), new URL('./verify.ts', import.meta.url).pathname)`,
    'packages/server/beside.txt': 'found',
  })
  expect((await project.start()).output).toMatch(/^found .+\/\.fresh\/packages\.server\.src\.verify\.js$/)
})

test('every program that people start is built', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const started = Object.values(scripts).flatMap(
    (script) => /scripts\/run\.mjs (packages\/\w+\/src\/\S+)/.exec(script)?.[1] ?? [],
  )
  expect(started.length).toBeGreaterThan(3)
  for (const program of started) expect(PROGRAMS).toContain(program)
})
