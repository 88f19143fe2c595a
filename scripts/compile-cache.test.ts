// Compiled code is run as it lies there: a folder that another could have written must not be used.
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { execFile } from './testing/programs.ts'

const MODULE = new URL('./compile-cache.mjs', import.meta.url).href
const RUN = fileURLToPath(new URL('./run.mjs', import.meta.url))

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-cache-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function run(args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH, ...env } })
  return stdout.trim()
}

/** Where a process that asks for this folder keeps its compiled code; empty: nowhere. */
const usedBy = (folder: string) =>
  run([
    '--input-type=module',
    '-e',
    `import { getCompileCacheDir } from 'node:module'
    import { keepCompiledCode } from '${MODULE}'
    keepCompiledCode(${JSON.stringify(folder)})
    console.log(getCompileCacheDir() ?? '')`,
  ])

test('a folder is made for its owner alone and used from then on', async () => {
  const folder = join(await makeFolder(), 'new', 'compiled')
  for (let time = 0; time < 2; time++) expect(await usedBy(folder)).toContain(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('a folder that others can write or read is not used', async () => {
  const folder = await makeFolder()
  for (const mode of [0o777, 0o770, 0o755, 0o707]) {
    await chmod(folder, mode)
    expect(await usedBy(folder)).toBe('')
  }
  expect(await readdir(folder)).toEqual([])
})

test('a link, a file or a folder that cannot be made is not used', async () => {
  const parent = await makeFolder()
  await mkdir(join(parent, 'real'), { mode: 0o700 })
  await symlink(join(parent, 'real'), join(parent, 'link'))
  await writeFile(join(parent, 'file'), '')
  for (const name of ['link', 'file', 'file/below']) expect(await usedBy(join(parent, name))).toBe('')
})

test('our programs leave the shared temporary folder alone', async () => {
  const shared = await makeFolder()
  const program = join(await makeFolder(), 'program.mjs')
  await writeFile(program, `import { getCompileCacheDir } from 'node:module'\nconsole.log(getCompileCacheDir() ?? '')`)
  expect(await run([RUN, program], { TMPDIR: shared })).not.toContain(shared)
  expect(await readdir(shared)).toEqual([])
})
