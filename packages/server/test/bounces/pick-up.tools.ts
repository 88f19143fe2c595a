// Debian's Dovecot with a mailbox of bounces, over TLS with a certificate for its name.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadEngine } from '@mailsift/engine/node'
import { ImapFlow } from 'imapflow'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { spawnSync } from '../../../../scripts/testing/programs.ts'
import { createAccount } from '../../src/accounts/accounts.ts'
import { pickUp, planPickUps, resealSources } from '../../src/bounces/pick-up/pick-up.ts'
import { createMailReader } from '../../src/bounces/receive/mail-reader/mail-reader.ts'
import { listSources, makeSource, replaceKey, toSource } from '../../src/bounces/receive/sources.ts'
import { mailboxOf } from '../../src/mailboxes/mailbox.ts'
import { freePort } from '../stand-ins/bind.ts'
import { useMailServer } from '../stand-ins/mail-server.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'
import { dsn } from './mails.ts'

const OLD = 'a secret for tests, long enough for all' as const
const NEW = 'another secret for tests, long enough too' as const
const HOST = 'imap.test'
const PASSWORD = 'a password for tests'
const [JANE, JOHN] = ['jane.roe@contoso.org', 'john.roe@contoso.org']

const bounceOf = (recipient: string) => dsn({ recipient, id: `<${recipient}>` })

async function useCertificate() {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-certificate-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const named = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`, '-days', '2', '-nodes']
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', cert, ...named], {
    stdio: 'ignore',
  })
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

async function useDovecot() {
  const { key, cert } = await useCertificate()
  const port = await freePort()
  await useMailServer({
    packages: ['dovecot-core', 'dovecot-imapd'],
    files: {
      'etc/dovecot/cert.pem': cert,
      'etc/dovecot/key.pem': key,
      'etc/dovecot/users': `bounces:{PLAIN}${PASSWORD}::::::\n`,
      'etc/dovecot/dovecot.conf': `protocols = imap
listen = 127.0.0.1
base_dir = /run/dovecot
log_path = /dev/stderr
ssl = required
ssl_cert = </etc/dovecot/cert.pem
ssl_key = </etc/dovecot/key.pem
mail_location = maildir:/var/mail/%u
mail_uid = ada
mail_gid = ada
first_valid_uid = 1
auth_failure_delay = 0
default_vsz_limit = 0
service imap-login {
  chroot =
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
passdb {
  driver = passwd-file
  args = /etc/dovecot/users
}
userdb {
  driver = static
  args = uid=ada gid=ada home=/var/mail/%u
}
`,
    },
    command: 'mkdir -p /run/dovecot /var/mail/bounces; chown -R ada /var/mail; exec dovecot -F 2>&1',
    port,
  })
  const client = new ImapFlow({
    ...{ host: '127.0.0.1', port, secure: true, servername: HOST, tls: { ca: cert }, logger: false },
    auth: { user: 'bounces', pass: PASSWORD },
  })
  await client.connect()
  onTestFinished(() => client.logout())
  return {
    loopback: { host: HOST, port, ca: cert },
    append: (mail: string) => client.append('INBOX', mail),
    /** The flags of all messages. */
    async flags() {
      await client.mailboxOpen('INBOX', { readOnly: true })
      const all = await client.fetchAll('1:*', { flags: true }).catch(() => [])
      await client.mailboxClose()
      return all.map(({ flags }) => [...(flags ?? [])])
    },
  }
}

async function useSource(
  loopback: { host: string; port: number; ca: string },
  { password = PASSWORD, deletes = false, folder = 'INBOX' } = {},
) {
  const { db } = await useTestDatabase()
  const mailReader = createMailReader()
  onTestFinished(() => mailReader.stop())
  const secrets = [OLD] as readonly [string]
  const deps = {
    db,
    engine: loadEngine(),
    secrets,
    log: silentLog,
    mailReader,
    facts: { lookUpAll: async () => new Map() },
  }
  const { id } = await createAccount(db, { email: 'user@mail.example' })
  const mailbox = { host: HOST, user: 'bounces', folder, delete_read: deletes }
  const { row } = await db
    .transaction()
    .execute((tx) => makeSource(tx, secrets, id, { kind: 'imap', name: 'Bounces', key: password, mailbox }))
  const noHost = async () => []
  return {
    db,
    accountId: id,
    visit: (changes: object = {}) => pickUp({ ...deps, resolveHost: noHost, loopback, ...changes }, row.id),
    source: async () => toSource((await listSources(db, id))[0]!),
    mailbox: async (address: string) => (await mailboxOf(deps, db, id, [address]))[0]!.mailbox,
    stored: async () =>
      (await sql<{ count: number }>`SELECT count(*)::integer AS count FROM mailbox_evidence`.execute(db)).rows[0]!
        .count,
    planned: async () => {
      await planPickUps(db)
      const { rows } = await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'bounces.pick-up'`.execute(db)
      return rows.length
    },
  }
}

test('bounces of a mailbox are read once, marked and kept', async () => {
  const { loopback, append, flags } = await useDovecot()
  const { visit, source, mailbox, stored, planned } = await useSource(loopback)
  await append(bounceOf(JANE))
  await append('From: jane@contoso.org\r\nSubject: Hello\r\n\r\nNo report.\r\n')
  await visit()
  expect(await mailbox(JANE)).toBe('does_not_exist')
  expect(await flags()).toEqual([['\\Seen'], ['\\Seen']])
  expect(await source()).toMatchObject({ problem: null, picked_up_at: expect.any(String), kind: 'imap' })
  await append(bounceOf(JOHN))
  await visit()
  await visit()
  expect(await mailbox(JOHN)).toBe('does_not_exist')
  expect(await stored()).toBe(2)
  expect(await planned()).toBe(1)
})

test('another UIDVALIDITY reads all messages again, and each report counts once', async () => {
  const { loopback, append } = await useDovecot()
  const { db, visit, mailbox, stored } = await useSource(loopback)
  await append(bounceOf(JANE))
  await visit()
  await append(bounceOf(JOHN))
  await sql`UPDATE bounce_sources SET uid_validity = uid_validity - 1, last_uid = 99`.execute(db)
  await visit()
  expect(await mailbox(JOHN)).toBe('does_not_exist')
  expect(await stored()).toBe(2)
})

test('messages are deleted only where that was chosen', async () => {
  const { loopback, append, flags } = await useDovecot()
  const { visit, mailbox } = await useSource(loopback, { deletes: true })
  await append(bounceOf(JANE))
  await visit()
  expect(await mailbox(JANE)).toBe('does_not_exist')
  expect(await flags()).toEqual([])
})

test('a wrong password stops the source after three times, and the source says so', async () => {
  const { loopback, append } = await useDovecot()
  const { visit, source, stored, planned } = await useSource(loopback, { password: 'a wrong one' })
  await append(bounceOf(JANE))
  for (const _nth of [1, 2, 3]) await visit()
  expect((await source()).problem).toBe('sign_in')
  expect(await stored()).toBe(0)
  expect(await planned()).toBe(0)
})

test('a server without a trusted certificate, a private address and a missing folder are named, and the password stays here', async () => {
  const { loopback } = await useDovecot()
  const { visit, source } = await useSource(loopback, { folder: 'Nowhere' })
  await visit()
  expect((await source()).problem).toBe('folder')
  const other = await useCertificate()
  await visit({ loopback: { ...loopback, ca: other.cert } })
  expect((await source()).problem).toBe('certificate')
  await visit({ loopback: undefined, resolveHost: async () => ['127.0.0.1', '10.0.0.1'] })
  expect((await source()).problem).toBe('unreachable')
})

/** Passes on so many bytes from the server, then cuts the connection. */
async function useCut(port: number, bytes: number): Promise<number> {
  const proxy = createServer((socket) => {
    const there = connect({ host: '127.0.0.1', port })
    const cut = () => {
      socket.destroy()
      there.destroy()
    }
    let left = bytes
    for (const each of [socket, there]) each.on('error', cut).on('close', cut)
    socket.pipe(there)
    there.on('data', (data: Buffer) => {
      left -= data.length
      if (left < 0) cut()
      else socket.write(data)
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  return (proxy.address() as AddressInfo).port
}

test('a connection that is lost during a visit shows on the source, and the next visit reads the rest', async () => {
  const { loopback, append } = await useDovecot()
  const { visit, source, mailbox } = await useSource(loopback)
  await append(bounceOf(JANE))
  await append(`${bounceOf(JOHN)}\r\n` + `${'y'.repeat(70)}\r\n`.repeat(10_000))
  await visit({ loopback: { ...loopback, port: await useCut(loopback.port, 200_000) } })
  expect([await mailbox(JANE), await mailbox(JOHN)]).toEqual(['does_not_exist', 'unknown'])
  expect(await source()).toMatchObject({ problem: 'interrupted', picked_up_at: null })
  await visit()
  expect(await mailbox(JOHN)).toBe('does_not_exist')
  expect(await source()).toMatchObject({ problem: null, picked_up_at: expect.any(String) })
})

test('a password under a secret that is no longer named shows on the source, and can be replaced', async () => {
  const { loopback, append } = await useDovecot()
  const { db, visit, source, stored, accountId } = await useSource(loopback)
  await append(bounceOf(JANE))
  await visit({ secrets: [NEW] })
  const { id, problem } = await source()
  expect(problem).toBe('password')
  await db.transaction().execute((tx) => replaceKey(tx, [NEW], accountId, id, PASSWORD))
  expect((await source()).problem).toBe(null)
  await visit({ secrets: [NEW] })
  expect(await source()).toMatchObject({ problem: null, picked_up_at: expect.any(String) })
  expect(await stored()).toBe(1)
})

test('a rotated secret takes the password along', async () => {
  const { loopback, append } = await useDovecot()
  const { db, visit } = await useSource(loopback)
  await append(bounceOf(JANE))
  expect(await resealSources(db, [NEW, OLD])).toBe(0)
  await visit({ secrets: [NEW] })
  expect(await resealSources(db, [NEW])).toBe(0)
  expect(await resealSources(db, [OLD])).toBe(1)
  const { rows } = await sql<{ problem: string | null }>`SELECT problem FROM bounce_sources`.execute(db)
  expect(rows).toEqual([{ problem: null }])
})
