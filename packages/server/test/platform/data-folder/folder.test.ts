import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDataFolder, writePublicFile } from '../../../src/platform/data-folder/folder.ts'

async function useParent(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'mailsift-folder-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  return parent
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o7777

test('a new data folder is for its owner alone', async () => {
  const folder = await openDataFolder(join(await useParent(), 'a', 'data'))
  expect(await modeOf(folder)).toBe(0o700)
})

test.each([
  [0o777, 0o755],
  [0o2775, 0o2755],
  [0o1777, 0o1755],
  [0o750, 0o750],
])('a folder of mode %o becomes %o: no other user can change what is in it', async (given, kept) => {
  const folder = join(await useParent(), 'data')
  await mkdir(folder)
  await chmod(folder, given)
  expect(await modeOf(await openDataFolder(folder))).toBe(kept)
})

test('a link in the place of a file is replaced, and what it leads to stays', async () => {
  const parent = await useParent()
  const [folder, victim] = [join(parent, 'data'), join(parent, 'victim')]
  await mkdir(folder)
  await writeFile(victim, 'untouched')
  await symlink(victim, join(folder, 'address'))
  await writePublicFile(folder, 'address', 'http://127.0.0.1:3000\n')
  expect(await readFile(join(folder, 'address'), 'utf8')).toBe('http://127.0.0.1:3000\n')
  expect(await readFile(victim, 'utf8')).toBe('untouched')
})
