// The commands as an operator runs them, killed in the middle, and on the machine that they are for.
import { once } from 'node:events'
import { access, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { spawn } from '../../../../scripts/testing/programs.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { runAdmin } from '../admin/run-admin.ts'
import { CHILD_ENV } from '../support/child-env.ts'
import { isAlive, makeDataDir, startProgram } from '../support/program.ts'
import { contentOf, DONE, useClient, useEmptyInstallation, useFolder, useInstallation } from './installation.ts'

const RUN = fileURLToPath(new URL('../../../../scripts/run.mjs', import.meta.url))
const ADMIN = fileURLToPath(new URL('../../src/admin.ts', import.meta.url))

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
  await eventually(async () => (await client.query(waiting)).rowCount)
}

test('a backup that was killed is known as unfinished, and the same command makes it whole', async () => {
  const { url, env } = await useInstallation()
  const place = join(await useFolder(), 'monday')
  const holder = await useClient(url)
  await holder.query('BEGIN; LOCK TABLE contacts IN ACCESS EXCLUSIVE MODE')
  await killed(env, ['backup', place], () => untilLockIsAwaited(url))
  await holder.query('ROLLBACK')
  await access(join(place, 'objects', 'files', 'uploads', 'one'))

  const unfinished = 'This backup is incomplete. Run the same backup command again to overwrite it.\n'
  const check = ['backup', place, '--verify']
  expect(await runAdmin(env, check)).toMatchObject({ code: 1, errors: unfinished })
  const empty = await useEmptyInstallation()
  expect(await runAdmin(empty.env, ['restore', place])).toMatchObject({ code: 1, errors: unfinished })

  const made = await runAdmin(env, ['backup', place])
  expect(made).toMatchObject(DONE)
  expect(made.output).toMatch(/^Backup complete: \d+ tables with \d+ rows and 1 files, .* by Mailsift \d/)
  expect((await runAdmin(env, check)).output).toMatch(/^Backup verified: /)
  expect((await stat(place)).mode & 0o077).toBe(0)
})

test('a restore that was killed leaves an empty database, and the same command finishes it', async () => {
  const { url, env } = await useInstallation()
  const place = await useFolder()
  expect(await runAdmin(env, ['backup', place])).toMatchObject({ code: 0 })
  const target = await useEmptyInstallation()
  await migrate(target.url)
  const holder = await useClient(target.url)
  await holder.query('BEGIN; LOCK TABLE accounts IN SHARE MODE')
  await killed(target.env, ['restore', place], () => untilLockIsAwaited(target.url))
  await holder.query('ROLLBACK')
  expect((await contentOf(target.url))['public.audit_events']).toEqual([])

  expect(await runAdmin(target.env, ['restore', place])).toMatchObject(DONE)
  expect((await contentOf(target.url))['public.accounts']).toEqual((await contentOf(url))['public.accounts'])
  const copy = join(target.dataDir, 'blobs', 'objects', 'uploads', 'one')
  expect(await readFile(copy, 'utf8')).toBe('email\nann@contoso.com\n')
})

test('a running machine is backed up and restored into a new folder, which starts with the same account', async () => {
  const program = await startProgram()
  const place = await useFolder()
  const token = await program.token()
  expect(await runAdmin({ DATA_DIR: program.dataDir }, ['backup', place])).toMatchObject(DONE)
  const { postgres } = await program.pids()
  expect(await isAlive(postgres!)).toBe(true)

  const inUse = await runAdmin({ DATA_DIR: program.dataDir }, ['restore', place])
  expect(inUse).toMatchObject({ code: 1, errors: expect.stringContaining('already running with the data folder') })
  await program.stop()

  const dataDir = await makeDataDir()
  expect(await runAdmin({ DATA_DIR: dataDir }, ['restore', place])).toMatchObject(DONE)
  const restored = await startProgram({ dataDir })
  expect(await restored.token()).toBe(token)
  const answer = await fetch(`${restored.origin}/v1/emails/validate?email=jane.doe@contoso.com`, {
    headers: { 'service-email-api-token': token },
  })
  expect(answer.status).toBe(200)
})
