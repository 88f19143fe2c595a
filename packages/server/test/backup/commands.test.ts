// The commands as an operator runs them: in processes of their own, killed, on the embedded database, and to an object store.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { access, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createUser } from '../../src/accounts/users.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { runAdmin } from '../admin/run-admin.ts'
import { CHILD_ENV } from '../support/child-env.ts'
import { createEmptyDatabase, useTestDatabase } from '../support/database.ts'
import { isAlive, makeDataDir, PROGRAM_TEST, startProgram } from '../support/program.ts'
import { contentOf, storeIn, useClient, useFolder } from './installation.ts'

const RUN = fileURLToPath(new URL('../../../../scripts/run.mjs', import.meta.url))
const ADMIN = fileURLToPath(new URL('../../src/admin.ts', import.meta.url))

/** What takes long tells how far it is, and no more. */
const PROGRESS = /^(?:(?:table \d+ of \d+: \w+|\d+(?: of \d+)? files (?:read|copied))\n)*$/
const DONE = { code: 0, errors: expect.stringMatching(PROGRESS) }

/** Begins the command, and kills it when the event comes. */
async function killed(env: NodeJS.ProcessEnv, words: string[], when: () => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, [RUN, ADMIN, ...words], { env: { ...CHILD_ENV, ...env }, stdio: 'ignore' })
  const ended = once(child, 'exit')
  await Promise.race([when(), ended])
  expect(child.exitCode).toBe(null)
  child.kill('SIGKILL')
  await ended
}

async function untilLockIsAwaited(url: string): Promise<void> {
  const client = await useClient(url)
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  while ((await client.query(waiting)).rowCount === 0) await sleep(20)
}

async function useInstallation() {
  const database = await useTestDatabase()
  const dataDir = await useFolder()
  await createUser(database.db, { email: 'ann@contoso.com' })
  async function* content() {
    yield Buffer.from('email\nann@contoso.com\n')
  }
  await storeIn(join(dataDir, 'blobs')).write('uploads/one', content())
  return { url: database.url, dataDir, env: { DATABASE_URL: database.url, DATA_DIR: dataDir } }
}

async function useEmptyInstallation() {
  const url = await createEmptyDatabase()
  const dataDir = await useFolder()
  return { url, dataDir, env: { DATABASE_URL: url, DATA_DIR: dataDir } }
}

test('a backup that was killed is known as unfinished, and the same command makes it whole', PROGRAM_TEST, async () => {
  const { url, env } = await useInstallation()
  const place = join(await useFolder(), 'monday')
  const holder = await useClient(url)
  await holder.query('BEGIN; LOCK TABLE contacts IN ACCESS EXCLUSIVE MODE')
  await killed(env, ['backup', place], () => untilLockIsAwaited(url))
  await holder.query('ROLLBACK')
  await access(join(place, 'objects', 'files', 'uploads', 'one'))

  const unfinished = 'This backup was not finished. Make it again: the same command goes over it.\n'
  const check = ['backup', place, '--verify']
  expect(await runAdmin(env, check)).toMatchObject({ code: 1, errors: unfinished })
  const empty = await useEmptyInstallation()
  expect(await runAdmin(empty.env, ['restore', place])).toMatchObject({ code: 1, errors: unfinished })

  const made = await runAdmin(env, ['backup', place])
  expect(made).toMatchObject(DONE)
  expect(made.output).toMatch(/^The backup is made: \d+ tables with \d+ rows and 1 files, .* by Mailsift \d/)
  expect((await runAdmin(env, check)).output).toMatch(/^The backup is complete and readable: /)
  expect((await stat(place)).mode & 0o077).toBe(0)
})

test('a restore that was killed leaves an empty database, and the same command finishes it', PROGRAM_TEST, async () => {
  const { url, env } = await useInstallation()
  const place = await useFolder()
  expect(await runAdmin(env, ['backup', place])).toMatchObject({ code: 0 })
  const target = await useEmptyInstallation()
  await migrate(target.url)
  const holder = await useClient(target.url)
  await holder.query('BEGIN; LOCK TABLE users IN SHARE MODE')
  await killed(target.env, ['restore', place], () => untilLockIsAwaited(target.url))
  await holder.query('ROLLBACK')
  expect((await contentOf(target.url))['public.audit_events']).toEqual([])

  expect(await runAdmin(target.env, ['restore', place])).toMatchObject(DONE)
  expect((await contentOf(target.url))['public.users']).toEqual((await contentOf(url))['public.users'])
  const copy = join(target.dataDir, 'blobs', 'objects', 'uploads', 'one')
  expect(await readFile(copy, 'utf8')).toBe('email\nann@contoso.com\n')
})

test('what cannot be done is said in one line', PROGRAM_TEST, async () => {
  const { env } = await useInstallation()
  const folder = await useFolder()
  const cases: [string[], number, RegExp][] = [
    [['backup', '/proc/nowhere/x'], 1, /^The folder \/proc\/nowhere\/x cannot be made \(ENOENT\)\.\n$/],
    [['backup', 's3:/bucket'], 2, /^An object store is named s3:\/\/bucket\/prefix\.\n$/],
    [['backup', join(folder, 'none'), '--verify'], 1, /^There is no backup at this place\.\n$/],
    [['restore', folder], 1, /^There is no backup at this place\.\n$/],
  ]
  for (const [words, code, errors] of cases)
    expect(await runAdmin(env, words), words.join(' ')).toMatchObject({ code, errors: expect.stringMatching(errors) })
})

test(
  'a running machine is backed up and restored into a new folder, which starts with the same account',
  PROGRAM_TEST,
  async () => {
    const program = await startProgram()
    const place = await useFolder()
    const token = await program.token()
    expect(await runAdmin({ DATA_DIR: program.dataDir }, ['backup', place])).toMatchObject(DONE)
    const { postgres } = await program.pids()
    expect(await isAlive(postgres!)).toBe(true)

    const inUse = await runAdmin({ DATA_DIR: program.dataDir }, ['restore', place])
    expect(inUse).toMatchObject({ code: 1, errors: expect.stringContaining('already runs on the data folder') })
    await program.stop()

    const dataDir = await makeDataDir()
    expect(await runAdmin({ DATA_DIR: dataDir }, ['restore', place])).toMatchObject(DONE)
    const restored = await startProgram({ dataDir })
    expect(await restored.token()).toBe(token)
    const answer = await fetch(`${restored.origin}/v1/emails/validate?email=jane.doe@contoso.com`, {
      headers: { 'service-email-api-token': token },
    })
    expect(answer.status).toBe(200)
  },
)

const { S3_TEST_ENDPOINT, S3_TEST_ACCESS_KEY_ID, S3_TEST_SECRET_ACCESS_KEY } = process.env

describe.skipIf(!S3_TEST_ENDPOINT)('with a real object store', () => {
  test('a backup is made there, checked, and restored from it', PROGRAM_TEST, async () => {
    const bucket = `backup-${randomUUID()}`
    const credentials = { accessKeyId: S3_TEST_ACCESS_KEY_ID!, secretAccessKey: S3_TEST_SECRET_ACCESS_KEY! }
    const client = new S3Client({ region: 'us-east-1', forcePathStyle: true, endpoint: S3_TEST_ENDPOINT!, credentials })
    onTestFinished(() => client.destroy())
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    const s3 = {
      ...{ S3_ENDPOINT: S3_TEST_ENDPOINT, S3_PATH_STYLE: 'on' },
      ...{ AWS_ACCESS_KEY_ID: S3_TEST_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: S3_TEST_SECRET_ACCESS_KEY },
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
