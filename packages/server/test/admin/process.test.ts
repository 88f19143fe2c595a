// The command as it is really called: its own process, configured by its environment.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writePublicFile } from '../../src/platform/data-folder/folder.ts'
import { signIn, useTestApp } from '../access/test-app.ts'
import { useDns } from '../stand-ins/use.ts'
import { useLockedDatabase, useTestDatabase } from '../support/database.ts'
import { useDatabaseLine } from '../support/database-line.ts'
import { runAdmin } from './run-admin.ts'

test('a password is read from the input, and nothing but results goes to the output', async () => {
  const { url } = await useTestDatabase()
  const words = ['users', 'create', 'ada@example.com', '--password-stdin', '--json']
  const { code, output, errors } = await runAdmin({ DATABASE_URL: url }, words, 'from the input\nand no more')
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(JSON.parse(output)).toMatchObject({ email: 'ada@example.com' })
  await signIn(await useTestApp(url), { email: 'ada@example.com', password: 'from the input' })
})

test.each([
  ['that cannot be reached', (url: URL) => url.searchParams.set('host', '/nonexistent'), 'cannot be reached (ENOENT)'],
  ['of another name', (url: URL) => (url.pathname = '/nothing'), 'The database named in DATABASE_URL does not exist'],
  ['that refuses the password', (url: URL) => (url.password = 'wrong'), 'rejected the user name or password'],
])('a database %s is said in one line that tells what to correct', async (_, change, words) => {
  const url = new URL((await useLockedDatabase()).url)
  change(url)
  const { code, errors } = await runAdmin({ DATABASE_URL: url.href }, ['users', 'list'])
  expect(code).toBe(1)
  expect(errors).toContain(words)
  expect(errors).toMatch(/^The .*DATABASE_URL.*\n$/)
})

test('of several servers in the address, the one that answers is administered', async () => {
  const { url } = await useDatabaseLine((await useLockedDatabase()).url)
  const { code, output } = await runAdmin({ DATABASE_URL: url.replace('@', '@127.0.0.1:1,') }, ['migrate'])
  expect([code, output]).toEqual([0, 'The database is up to date.\n'])
  // Of the reasons, the one that an operator can act on.
  const wrong = Object.assign(new URL(url), { password: 'wrong' })
  const refused = await runAdmin({ DATABASE_URL: wrong.href.replace(wrong.host, `${wrong.host},127.0.0.1:1`) }, [
    'migrate',
  ])
  expect(refused.errors).toContain('rejected the user name or password')
})

test('links lead to the address that the running service wrote into its data folder, unless BASE_URL says another', async () => {
  const { url } = await useTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-admin-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writePublicFile(folder, 'address', 'http://127.0.0.1:4123\n')
  const environment = { DATABASE_URL: url, DATA_DIR: folder }
  expect((await runAdmin(environment, ['users', 'create', 'ada@example.com'])).code).toBe(0)
  for (const words of [
    ['sign-in-link', 'ada@example.com'],
    ['users', 'reset-link', 'ada@example.com'],
  ]) {
    const { output, errors } = await runAdmin(environment, words)
    expect(output).toMatch(/^http:\/\/127\.0\.0\.1:4123\//)
    expect(errors).toContain(' http://127.0.0.1:4123/account/')
    const elsewhere = await runAdmin({ ...environment, BASE_URL: 'https://mail.example/v1' }, words)
    expect(elsewhere.output).toMatch(/^https:\/\/mail\.example\//)
  }
})

test('the configuration is shown with its secrets masked', async () => {
  const environment = { DATABASE_URL: 'postgres://u:hunter2@db/x', SECRET: 'x'.repeat(40), PORT: '4000' }
  for (const words of [['config'], ['config', '--json']]) {
    const { code, output } = await runAdmin(environment, words)
    expect([code, output]).toEqual([0, expect.stringContaining('4000')])
    expect(output).not.toContain('hunter2')
    expect(output).not.toContain('xxxxxxxx')
  }
})

test('all problems of the configuration are reported at once', async () => {
  const { code, errors } = await runAdmin({ PORT: 'x', SIGN_UP: 'maybe', DATABASE_URL: 'mysql://x' }, ['config'])
  expect(code).toBe(1)
  for (const name of ['PORT', 'SIGN_UP', 'DATABASE_URL']) expect(errors).toContain(name)
})

test('credentials inside an address are not shown', async () => {
  const { output } = await runAdmin({ S3_ENDPOINT: 'https://key:pass-word@s3.example:9000/x' }, ['config', '--json'])
  expect(JSON.parse(output)).toMatchObject({ S3_ENDPOINT: 'https://(not shown)@s3.example:9000/x' })
  expect(output).not.toMatch(/pass-word|key:/)
})

test('the check of probes tells every failure and how to fix it, in the built program, too', async () => {
  const { address } = await useDns({
    'probe.example.com': { A: ['8.8.8.8'] },
    '4.4.8.8.in-addr.arpa': { nxdomain: true },
    'example.com': { nxdomain: true },
    'gmail-smtp-in.l.google.com': { nxdomain: true },
  })
  const identity = { PROBE_HELO: 'probe.example.com', PROBE_SENDER: 'postmaster@example.com', PROBE_ADDRESS: '8.8.4.4' }
  const environment = { ...identity, DNS_SERVERS: address, DNSBL: '' }
  const { code, output, errors } = await runAdmin(environment, ['probe', 'check'])
  expect({ code, errors }).toEqual({ code: 1, errors: '' })
  expect(output).toContain('FAILED  probe.example.com resolves to 8.8.8.8, not to 8.8.4.4.')
  expect(output).toContain('FAILED  No connection to gmail-smtp-in.l.google.com on port 25.')
  expect(output).toContain('Nothing is probed until all pass.')
})
