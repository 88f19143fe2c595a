// Each script of package.json installs the extra packages that it needs, so that it works in a fresh clone.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { EXTRA_FOLDERS } from './extra-packages.mjs'
import { execFile } from './testing/programs.ts'

type Manifest = {
  scripts: Record<string, string>
  exports?: Record<string, string | Record<string, string>>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
const { scripts } = readManifest('.')

/** What a step of a script can be. */
const STEPS = {
  install: /^node scripts\/install-extra\.mjs (.+)$/,
  program: /^(?:exec )?node scripts\/run\.mjs (\S+)/,
  tool: /^(.+)\/node_modules\/\.bin\/\S+(.*)$/,
  script: /^npm run (\S+)/,
  npm: /^npm sbom /,
}
const IMPORT =
  /^[ \t]*(?:import|export)\s(?!type\b)(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"]+)['"]|(?<!typeof )\bimport\(\s*['"]([^'"]+)['"]|\b(?:requirePackage|importFromCi)(?:<[^(]*>)?\('([^']+)'/gm
/** Builds what changed, and installs what that needs. */
const INSTALLS_ITSELF = 'scripts/build/build.ts'

const lockedIn = (folder: string) =>
  new Set(
    Object.keys(
      (JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: object }).packages,
    ).flatMap((path) => (path.startsWith('node_modules/') ? [path.slice('node_modules/'.length)] : [])),
  )
const extraPackages = new Map(EXTRA_FOLDERS.map((folder) => [folder, lockedIn(folder)]))
const rootPackages = lockedIn('.')
for (const path of globSync('packages/*/package.json'))
  if (!EXTRA_FOLDERS.includes(posix.dirname(path)))
    for (const name of Object.keys({ ...readManifest(dirname(path)).devDependencies })) rootPackages.add(name)

/** The folder whose packages an import of a file finds, as Node looks for it: in the folders above the file. */
function folderOfPackage(name: string, importer: string): string | undefined {
  for (let folder = posix.dirname(importer); folder !== '.'; folder = posix.dirname(folder))
    if (extraPackages.get(folder)?.has(name)) return folder
  if (rootPackages.has(name)) return undefined
  const owners = EXTRA_FOLDERS.filter((folder) => extraPackages.get(folder)!.has(name))
  expect(owners, `${importer} imports ${name}, which no lock file has`).not.toEqual([])
  return owners[0]
}

/** The extra folders that a program imports packages of, directly or through other files. */
function neededBy(file: string, seen: Set<string>): Set<string> {
  if (seen.has(file) || file === INSTALLS_ITSELF || file.includes('node_modules/')) return new Set()
  seen.add(file)
  const needed = new Set<string>()
  for (const [, from, called, required] of codeOf(file).matchAll(IMPORT)) {
    const target = (from ?? called ?? required)!
    if (isBuiltin(target) || /^[#/]/.test(target)) continue
    const imported = target.startsWith('.') ? posix.join(posix.dirname(file), target) : workspaceFile(target)
    if (imported !== undefined) {
      const isSource = /\.[cm]?[jt]sx?$/.test(imported) && existsSync(imported) && statSync(imported).isFile()
      if (isSource) for (const folder of neededBy(imported, seen)) needed.add(folder)
      continue
    }
    const name = target.split('/', target.startsWith('@') ? 2 : 1).join('/')
    const folder = folderOfPackage(name, file)
    if (folder) needed.add(folder)
  }
  return needed
}

/** Without template literals: some contain other programs. */
function codeOf(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/`(?:[^`\\]|\\.)*`/gs, '``')
}

function workspaceFile(target: string): string | undefined {
  const [, name, path] = /^@mailsift\/([^/]+)(?:\/(.+))?$/.exec(target) ?? []
  if (name === undefined) return undefined
  const entry = readManifest(`packages/${name}`).exports?.[path ? `./${path}` : '.']
  return posix.join('packages', name, typeof entry === 'string' ? entry : 'package.json')
}

function needsOf(script: string): { declared: Set<string>; needed: Set<string> } {
  const [declared, needed] = [new Set<string>(), new Set<string>()]
  for (const step of scripts[script]!.split(' && ')) {
    const kind = Object.values(STEPS).some((pattern) => pattern.test(step))
    expect(kind, `${script} has a step of an unknown kind: ${step}`).toBe(true)
    for (const folder of STEPS.install.exec(step)?.[1]?.split(' ') ?? []) declared.add(folder)
    const tool = STEPS.tool.exec(step)
    if (tool) {
      needed.add(tool[1]!)
      const project = EXTRA_FOLDERS.find((folder) => ` ${tool[2]} `.match(` -p ${folder}(?:/\\S*)? `))
      if (project) needed.add(project)
    }
    const program = STEPS.program.exec(step)?.[1]
    const files = program?.endsWith('/vitest.mjs') ? testsOf(step) : program ? [program] : []
    const seen = new Set<string>()
    for (const file of files) for (const folder of neededBy(file, seen)) needed.add(folder)
    const other = STEPS.script.exec(step)?.[1]
    if (other) expect(Object.keys(scripts)).toContain(other)
  }
  return { declared, needed }
}

/** The files of a tier, which its mode names. `npm test` and `test:unit` need no extra packages, which .ci/newcomer proves. */
function testsOf(step: string): string[] {
  const tier = /--mode (?!unit)(\w+)/.exec(step)?.[1]
  if (tier === undefined) return []
  return globSync(`{ci,scripts,packages}/**/*.${tier}.ts`, { exclude: ['**/node_modules/**'] })
}

test.each(Object.keys(scripts))('npm run %s installs the extra packages that it needs', (script) => {
  const { declared, needed } = needsOf(script)
  for (const folder of declared) expect(EXTRA_FOLDERS).toContain(folder)
  expect([...needed].filter((folder) => !declared.has(folder))).toEqual([])
})

test('every lock file outside the workspaces is one that scripts can install', () => {
  const folders = globSync('**/package-lock.json', { exclude: ['**/node_modules/**', '.*/**'] }).map(posix.dirname)
  expect(folders.filter((folder) => folder !== '.').toSorted()).toEqual(EXTRA_FOLDERS.toSorted())
})

async function makeClone(): Promise<{ root: string; run(...args: string[]): Promise<[number | null, string]> }> {
  const root = await mkdtemp(join(tmpdir(), 'mailsift clone-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await cp('scripts', join(root, 'scripts'), { recursive: true })
  const run = (...args: string[]) =>
    new Promise<[number | null, string]>((resolve) => {
      const child = execFile(process.execPath, args, { cwd: root }, (_, output, errors) =>
        resolve([child.exitCode, output + errors]),
      )
    })
  return { root, run }
}

test('before npm ci every script says in one line to run it', async () => {
  const { run } = await makeClone()
  const answers = await Promise.all([
    run('scripts/run.mjs', 'packages/server/src/main.ts'),
    run('scripts/install-extra.mjs', 'ci'),
  ])
  expect(answers).toEqual([
    [1, 'Run npm ci first.\n'],
    [1, 'Run npm ci first.\n'],
  ])
})

test('an install that broke off, or is of an older lock file, does not count as installed', async () => {
  const { root, run } = await makeClone()
  const lock = await readFile('ci/clients/package-lock.json', 'utf8')
  await mkdir(join(root, 'ci/node_modules'), { recursive: true })
  await writeFile(join(root, 'ci/package-lock.json'), lock)
  const question = `import { isInstalled } from './scripts/extra-packages.mjs'; console.log(isInstalled('ci'))`
  const ask = async () => (await run('--input-type=module', '--eval', question))[1].trim()
  expect(await ask()).toBe('false')
  await writeFile(join(root, 'ci/node_modules/.installed-lock.json'), lock)
  expect(await ask()).toBe('true')
  await writeFile(join(root, 'ci/package-lock.json'), `${lock}\n`)
  expect(await ask()).toBe('false')
})
