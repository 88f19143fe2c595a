// A start runs what the sources say at that moment, bundled or not. In a small project of the same shape.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PROGRAM = 'packages/server/src/main.ts'
/** All that the build looks for; what they do plays no part here. */
const OTHERS = [
  'packages/server/src/admin.ts',
  'packages/server/src/verify.ts',
  'packages/server/src/platform/watchdog/thread.ts',
  'packages/server/src/platform/http/pages/reference-thread.ts',
  'packages/cli/src/main.ts',
]
const TAKEN_OVER = ['package-lock.json', 'packages/server/src/platform/source-place.ts', 'scripts']

type Project = {
  root: string
  write(path: string, text: string): Promise<void>
  run(): Promise<{ code: number; output: string; errors: string }>
  bundles(): Promise<string[]>
}

async function makeProject(files: Record<string, string>): Promise<Project> {
  const root = await mkdtemp(join(tmpdir(), 'mailsift-bundle-'))
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
  return {
    root,
    write,
    run: () =>
      new Promise((resolve) => {
        const child = execFile(process.execPath, ['scripts/run.mjs', PROGRAM], { cwd: root }, (_, output, errors) =>
          resolve({ code: child.exitCode!, output: output.trim(), errors }),
        )
      }),
    async bundles() {
      const found = await readdir(join(root, 'packages/server/dist'), { withFileTypes: true })
      return found.filter((each) => each.isDirectory()).map(({ name }) => name)
    },
  }
}

const PART = 'packages/server/src/part.ts'
const SAYING = (word: string) => ({
  [PROGRAM]: `import { word } from './part.ts'\nconsole.log(word, import.meta.filename.endsWith('.js') ? 'bundled' : 'from sources')`,
  [PART]: `export const word: string = '${word}'`,
})

test('a start after an edit runs the new source, however often', async () => {
  const project = await makeProject(SAYING('one'))
  expect(await project.run()).toEqual({ code: 0, output: 'one bundled', errors: '' })
  for (const word of ['two', 'six', 'one']) {
    await project.write(PART, `export const word: string = '${word}'`)
    expect((await project.run()).output).toBe(`${word} bundled`)
  }
})

test('sources that were copied keep their bundle if their bytes are the same, and only then', async () => {
  const project = await makeProject(SAYING('one'))
  await project.run()
  const before = await project.bundles()
  await utimes(join(project.root, PART), 1, 1)
  expect((await project.run()).output).toBe('one bundled')
  expect(await project.bundles()).toEqual(before)
  await project.write(PART, `export const word: string = 'six'`)
  await utimes(join(project.root, PART), 2, 2)
  expect((await project.run()).output).toBe('six bundled')
})

test('the bundle before the present one stays, and none before that', async () => {
  const project = await makeProject(SAYING('one'))
  const seen: string[] = []
  for (const word of ['one', 'two', 'six']) {
    await project.write(PART, `export const word: string = '${word}'`)
    await project.run()
    seen.push((await project.bundles()).find((name) => !seen.includes(name))!)
  }
  expect((await project.bundles()).sort()).toEqual(seen.slice(1).sort())
})

test('where no bundle can be made, the program runs from its sources and says so', async () => {
  const project = await makeProject(SAYING('one'))
  // As a folder that cannot be written, which root has none of.
  await project.write('packages/server/dist', '')
  const { code, output, errors } = await project.run()
  expect({ code, output }).toEqual({ code: 0, output: 'one from sources' })
  expect(errors).toContain('The program could not be bundled, so it runs from its sources')
})

test('a source that cannot be parsed fails the start with its own name', async () => {
  const project = await makeProject(SAYING('one'))
  await project.run()
  await project.write(PART, `export const word: string = '`)
  const { code, errors } = await project.run()
  expect(code).not.toBe(0)
  expect(errors).toContain('part.ts')
})

test('a stack tells files and lines of the sources', async () => {
  const project = await makeProject({
    [PROGRAM]: `import { fail } from './part.ts'\n\ntype Unused = {\n  lines: number\n}\n\nfail()\n`,
    [PART]: `type Erased = {\n  also: string\n}\n\nexport function fail(): never {\n  throw new TypeError('told' satisfies Erased['also'])\n}\n`,
  })
  const { code, errors } = await project.run()
  expect(code).toBe(1)
  expect(errors).toContain('TypeError: told')
  expect(errors).toMatch(/at fail \(\S+\/packages\/server\/src\/part\.ts:6:\d+\)/)
  expect(errors).toMatch(/at \S+\/packages\/server\/src\/main\.ts:7:\d+/)
})

test('a file finds what lies beside its source, and a program leads to the bundled one', async () => {
  const project = await makeProject({
    [PROGRAM]: `import { readFileSync } from 'node:fs'
      console.log(readFileSync(new URL('../beside.txt', import.meta.url), 'utf8'), new URL('./admin.ts', import.meta.url).pathname)`,
    'packages/server/beside.txt': 'found',
  })
  const [bundle] = [await project.run()].map(({ output }) => output)
  expect(bundle).toMatch(/^found \S+\/dist\/[0-9a-f]{16}\/packages\.server\.src\.admin\.js$/)
})

test('every program that people start is bundled', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const { PROGRAMS } = (await import(new URL('./find.mjs', import.meta.url).href)) as { PROGRAMS: string[] }
  const started = Object.values(scripts).flatMap(
    (script) => /scripts\/run\.mjs (packages\/\w+\/src\/\S+)/.exec(script)?.[1] ?? [],
  )
  expect(started.length).toBeGreaterThan(3)
  for (const program of started) expect(PROGRAMS).toContain(program)
})
