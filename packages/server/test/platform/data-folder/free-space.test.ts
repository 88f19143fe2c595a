import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { diskFolderOf, watchFreeSpace } from '../../../src/platform/data-folder/free-space.ts'

const dataDir = tmpdir()
const OUTSIDE = 'postgres://mailsift@db-1,db-2/mailsift?target_session_attrs=read-write'
const EMBEDDED = `postgres://mailsift@localhost/mailsift?host=${encodeURIComponent('/data/postgres')}`

test.each([
  ['files on the disk, database elsewhere', 'disk', OUTSIDE],
  ['files elsewhere, the embedded database of a process', 's3://bucket/prefix', EMBEDDED],
  ['files elsewhere, the embedded database of its supervisor', 's3://bucket/prefix', ''],
])('the disk of the data folder has to have room: %s', (_case, blobStore, databaseUrl) => {
  const folder = diskFolderOf({ dataDir, blobStore, databaseUrl })
  expect(folder).toBe(dataDir)
  expect(watchFreeSpace(folder, Number.MAX_SAFE_INTEGER).isLow()).toBe(true)
  expect(watchFreeSpace(folder, 0).isLow()).toBe(false)
})

test('a node that stores all elsewhere is never short of room, however small its folder is', () => {
  const folder = diskFolderOf({ dataDir, blobStore: 's3://bucket/prefix', databaseUrl: OUTSIDE })
  expect(folder).toBeUndefined()
  expect(watchFreeSpace(folder, Number.MAX_SAFE_INTEGER).isLow()).toBe(false)
})
