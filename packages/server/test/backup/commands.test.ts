// The commands as an operator runs them: in their own processes.
import { access, readdir, symlink, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkBackup } from '../../src/backup/backup.ts'
import { runAdmin } from '../admin/run-admin.ts'
import { DONE, storeIn, useFolder, useInstallation, useLargeTable } from './installation.ts'

test('what cannot be done is said in one line', async () => {
  const { env } = await useInstallation()
  const folder = await useFolder()
  const cases: [string[], number, RegExp][] = [
    [['backup', '/proc/nowhere/x'], 1, /^Cannot create the folder \/proc\/nowhere\/x \(ENOENT\)\.\n$/],
    [['backup', 's3:/bucket'], 2, /^Name an object store as s3:\/\/bucket\/prefix\.\n$/],
    [['backup', join(folder, 'none'), '--verify'], 1, /^No backup found at this location\. Use .*\n$/],
    [['restore', folder], 1, /^No backup found at this location\. Use .*\n$/],
  ]
  for (const [words, code, errors] of cases)
    expect(await runAdmin(env, words), words.join(' ')).toMatchObject({ code, errors: expect.stringMatching(errors) })
  // A mistyped place leaves no half-made installation behind.
  const fresh = join(folder, 'fresh')
  expect(await runAdmin({ DATA_DIR: fresh }, ['restore', folder])).toMatchObject({ code: 1 })
  await expect(access(fresh)).rejects.toThrow()
})

const UNFINISHED = 'This backup is incomplete. Run the same backup command again to overwrite it.\n'
const lastLine = (errors: string) => errors.trimEnd().split('\n').at(-1)

/** Limits the size of a file, which is refused as a full disk is, wherever the tests run. */
const SMALL_FILES = ['sh', '-c', 'ulimit -f 200 && exec "$@"', 'sh']

test('a backup that a disk refuses in the middle says why, fails, and is not taken for a whole one', async () => {
  const { env } = await useLargeTable()
  const place = await useFolder()
  const refused = await runAdmin(env, ['backup', place], '', { within: SMALL_FILES })
  expect(refused.code).toBe(1)
  expect((await readdir(join(place, 'objects'))).toSorted()).toEqual(['database', 'files', 'started.json'])
  expect(lastLine(refused.errors)).toBe(
    'Cannot read or write a file (EFBIG: file too large, write). Fix the problem, then run the same command again.',
  )
  expect(await runAdmin(env, ['backup', place, '--verify'])).toMatchObject({ code: 1, errors: UNFINISHED })
  // The room that the failed attempt took is given back, and the next one has it.
  expect(await readdir(join(place, 'incoming'))).toEqual([])
  expect(await runAdmin(env, ['backup', place])).toMatchObject(DONE)
})

test('a stored file that cannot be read ends a backup, and is named with what to do', async () => {
  const { env, dataDir } = await useInstallation()
  const place = await useFolder()
  // Opens, and fails at the first read, for every user.
  const broken = join(dataDir, 'blobs', 'objects', 'uploads', 'broken')
  await symlink('/proc/self/mem', broken)
  const refused = await runAdmin(env, ['backup', place])
  expect(refused.code).toBe(1)
  expect(lastLine(refused.errors)).toBe(
    'The stored file uploads/broken cannot be read (EIO), so the backup is not finished. Fix the file store, or remove this file, and run the same command again.',
  )
  await expect(checkBackup(storeIn(place), () => undefined)).rejects.toThrow(UNFINISHED.trim())
  await unlink(broken)
  expect(await runAdmin(env, ['backup', place])).toMatchObject(DONE)
})
