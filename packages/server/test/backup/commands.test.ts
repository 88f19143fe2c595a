// The commands as an operator runs them: in their own processes, and to an object store.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { access, mkdir, readdir, symlink, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkBackup } from '../../src/backup/backup.ts'
import { runAdmin } from '../admin/run-admin.ts'
import { PROGRAM_TEST } from '../support/program.ts'
import {
  contentOf,
  DONE,
  storeIn,
  useClient,
  useEmptyInstallation,
  useFolder,
  useInstallation,
} from './installation.ts'

test('what cannot be done is said in one line', PROGRAM_TEST, async () => {
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
/** Its own disk, which only processes of this call see. */
const SMALL_DISK = [
  'unshare',
  '-m',
  'sh',
  '-c',
  'mount -t tmpfs -o size=200k none "$PLACE" && "$@"; code=$?; ls "$PLACE/objects" >&2; exit $code',
  'sh',
]
const canMount = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0

async function useLargeTable() {
  const installation = await useInstallation()
  const client = await useClient(installation.url)
  // More than the buffers between the database and the command hold: the database is in the middle of its answer.
  await client.query(`INSERT INTO settings SELECT 'large ' || n, (SELECT string_agg(sha256((n || ' ' || m)::bytea)::text, '')
    FROM generate_series(1, 20000) m) FROM generate_series(1, 8) n`)
  return installation
}

test(
  'a backup that a disk refuses in the middle says why, fails, and is not taken for a whole one',
  PROGRAM_TEST,
  async () => {
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
  },
)

test.skipIf(!canMount)('a backup onto a disk that fills up says so and has no manifest', PROGRAM_TEST, async () => {
  const { env } = await useLargeTable()
  const place = await useFolder()
  const full = await runAdmin({ ...env, PLACE: place }, ['backup', place], '', { within: SMALL_DISK })
  expect(full.code).toBe(1)
  const lines = full.errors.trimEnd().split('\n')
  expect(lines).toContain('The disk is full (ENOSPC). Free up space, then run the same command again.')
  expect(lines.slice(-3)).toEqual(['database', 'files', 'started.json'])
})

test('a stored file that cannot be read ends a backup, and is named with what to do', PROGRAM_TEST, async () => {
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

const { S3_TEST_ENDPOINT, S3_TEST_ACCESS_KEY_ID, S3_TEST_SECRET_ACCESS_KEY } = process.env

describe.skipIf(!S3_TEST_ENDPOINT)('with a real object store', () => {
  test('a backup is made there, checked, and restored from it', PROGRAM_TEST, async () => {
    const bucket = `backup-${randomUUID()}`
    const credentials = { accessKeyId: S3_TEST_ACCESS_KEY_ID!, secretAccessKey: S3_TEST_SECRET_ACCESS_KEY! }
    const client = new S3Client({ region: 'us-east-1', forcePathStyle: true, endpoint: S3_TEST_ENDPOINT!, credentials })
    onTestFinished(() => client.destroy())
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    const s3 = {
      S3_ENDPOINT: S3_TEST_ENDPOINT,
      S3_PATH_STYLE: 'on',
      AWS_ACCESS_KEY_ID: S3_TEST_ACCESS_KEY_ID,
      AWS_SECRET_ACCESS_KEY: S3_TEST_SECRET_ACCESS_KEY,
    }
    const { url, env } = await useInstallation()
    const place = `s3://${bucket}/mailsift/monday`
    expect(await runAdmin({ ...env, ...s3 }, ['backup', place])).toMatchObject(DONE)
    expect(await runAdmin({ ...env, ...s3 }, ['backup', place, '--verify'])).toMatchObject(DONE)
    const target = await useEmptyInstallation()
    await mkdir(target.dataDir, { recursive: true })
    expect(await runAdmin({ ...target.env, ...s3 }, ['restore', place])).toMatchObject(DONE)
    expect((await contentOf(target.url))['public.users']).toEqual((await contentOf(url))['public.users'])
  })
})
