import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { createMail, type NewMail } from '../../src/mail/mail.ts'
import { mailTasks } from '../../src/mail/send.ts'
import { openTransport } from '../../src/mail/transport.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { startQueue } from '../../src/platform/queue/queue.ts'
import { headerOf, textOf, useSmtpServer } from '../stand-ins/smtp-server.ts'
import { useTestDatabase } from '../support/database.ts'

const SECRETS = ['a secret for tests that is long enough'] as const
const ADA = 'ada@contoso.com'
const LINK = 'https://mailsift.test/#reset=a-secret'
const mail = createMail({
  transport: { send: () => Promise.reject(new Error('not by the queue')) },
  origin: 'https://mailsift.test',
  secrets: SECRETS,
})

const resetMail = (more: Partial<NewMail<'password_reset'>> = {}): NewMail<'password_reset'> => ({
  key: 'reset 1',
  to: ADA,
  template: 'password_reset',
  values: { link: LINK, expiresAt: new Date('2030-01-02T03:04:00Z'), isUnconfirmed: false },
  ...more,
})

function queueMail({ db }: Database, given = resetMail()): Promise<boolean> {
  return db.transaction().execute((tx) => mail.queue(tx, given))
}

/** A worker with these settings; returns what it logs and counts. */
async function startSender(database: Database, settings: { smtpUrl: string; mailFrom?: string }) {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const metrics = createMetrics()
  const transport = openTransport({ mailFrom: 'Mailsift <mail@mailsift.test>', ...settings })
  const tasks = mailTasks({ db: database.db, log, metrics, secrets: SECRETS, transport })
  const queue = await startQueue({ database, log, tasks: tasks as never, cron: [], concurrency: 2 })
  onTestFinished(() => queue.stop())
  return {
    logged: () => lines.join(''),
    async count(outcome: string): Promise<number> {
      const { values } = await metrics.getSingleMetric('mailsift_mails_total')!.get()
      return values.find(({ labels }) => labels.outcome === outcome)!.value
    },
    tasks,
  }
}

async function waiting({ db }: Database): Promise<{ attempts: number; payload: unknown }[]> {
  const { rows } = await sql<{ attempts: number; payload: unknown }>`
    SELECT attempts, payload FROM graphile_worker._private_jobs ORDER BY id`.execute(db)
  return rows
}

/** Sends what waits for a later attempt now. */
async function runNow({ db }: Database): Promise<void> {
  await sql`SELECT graphile_worker.reschedule_jobs(ARRAY(SELECT id FROM graphile_worker.jobs), run_at => now())`.execute(
    db,
  )
}

describe('queueing', () => {
  test('a mail is sent if and only if its transaction commits', async () => {
    const [database, smtp] = [await useTestDatabase(), await useSmtpServer()]
    const { count } = await startSender(database, { smtpUrl: smtp.url })
    const rolledBack = database.db.transaction().execute(async (tx) => {
      await mail.queue(tx, resetMail({ key: 'rolled back' }))
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await queueMail(database)).toBe(true)
    const received = await smtp.next(ADA)
    expect(textOf(received)).toContain(LINK)
    expect(textOf(received)).toContain('January 2, 2030 at 3:04 AM UTC')
    expect(headerOf(received, 'From')).toBe('Mailsift <mail@mailsift.test>')
    expect(headerOf(received, 'Subject')).toBe('Set a new password')
    expect(headerOf(received, 'Auto-Submitted')).toBe('auto-generated')
    expect(received).toMatchObject({ from: 'mail@mailsift.test', to: [ADA] })
    await eventually(async () => (await count('sent')) === 1)
    expect(smtp.received).toHaveLength(1)
  })

  test('of several mails with the same key, one is sent, also after it was sent', async () => {
    const [database, smtp] = [await useTestDatabase(), await useSmtpServer()]
    await startSender(database, { smtpUrl: smtp.url })
    const queued = await Promise.all([queueMail(database), queueMail(database), queueMail(database)])
    expect(queued.filter(Boolean)).toHaveLength(1)
    await smtp.next(ADA)
    expect(await queueMail(database)).toBe(false)
    expect(await queueMail(database, resetMail({ key: 'reset 2' }))).toBe(true)
    await smtp.next(ADA)
    expect(new Set(smtp.received.map((each) => headerOf(each, 'Message-ID'))).size).toBe(2)
    expect(smtp.received).toHaveLength(2)
  })

  test('the database holds neither the address nor the link of a mail', async () => {
    const database = await useTestDatabase()
    await queueMail(database)
    const stored = JSON.stringify(await waiting(database))
    expect(stored).toContain('password_reset')
    expect(stored).not.toContain(ADA)
    expect(stored).not.toContain('a-secret')
  })

  test('nothing is queued without a mail server, or for the first account, which has no mailbox', async () => {
    const database = await useTestDatabase()
    const off = createMail({ transport: undefined, origin: 'https://mailsift.test', secrets: SECRETS })
    expect(await database.db.transaction().execute((tx) => off.queue(tx, resetMail()))).toBe(false)
    expect(await queueMail(database, resetMail({ to: 'owner@mailsift.internal' }))).toBe(false)
    expect(await waiting(database)).toEqual([])
  })
})

describe('sending', () => {
  test('a mail is retried while the mail server fails, and then sent once', async () => {
    const database = await useTestDatabase()
    let isBusy = true
    const smtp = await useSmtpServer({ refuse: () => (isBusy ? '450 4.7.1 greylisted' : undefined) })
    const { count, logged } = await startSender(database, { smtpUrl: smtp.url })
    await queueMail(database)
    await eventually(async () => (await count('retried')) === 1)
    isBusy = false
    await eventually(async () => (await waiting(database))[0]?.attempts === 1)
    await runNow(database)
    await smtp.next(ADA)
    await eventually(async () => (await waiting(database)).length === 0)
    expect(logged()).toContain('the mail server failed: EENVELOPE 450 4.7.1')
    expect(smtp.received).toHaveLength(1)
  })

  test('a mail that the server refuses for good is dropped, counted, and logged without its address', async () => {
    const database = await useTestDatabase()
    const smtp = await useSmtpServer({ refuse: (to) => `550 5.1.1 <${to}> has no mailbox here` })
    const { count, logged } = await startSender(database, { smtpUrl: smtp.url })
    await queueMail(database)
    await eventually(async () => (await count('refused')) === 1)
    await eventually(async () => (await waiting(database)).length === 0)
    expect(logged()).toContain('"reply_code":"550 5.1.1"')
    expect(logged()).toContain('mail refused by the mail server')
    expect(logged()).not.toContain(ADA)
  })

  test('a wrong password of the mail server is retried, because the operator can correct it', async () => {
    const database = await useTestDatabase()
    const smtp = await useSmtpServer({ login: { user: 'mailsift', pass: 'right' } })
    const wrong = await startSender(database, { smtpUrl: smtp.url.replace('//', '//mailsift:wrong@') })
    await queueMail(database)
    await eventually(async () => (await wrong.count('retried')) === 1)
    expect(wrong.logged()).toContain('EAUTH 535')
    expect(wrong.logged()).not.toContain('wrong')
    expect((await waiting(database)).length).toBe(1)
  })

  test('a mail server that asks for a password gets it', async () => {
    const database = await useTestDatabase()
    const smtp = await useSmtpServer({ login: { user: 'ann@contoso.com', pass: 'p@ss' } })
    await startSender(database, { smtpUrl: smtp.url.replace('//', '//ann%40contoso.com:p%40ss@') })
    await queueMail(database)
    expect(await smtp.next(ADA)).toMatchObject({ user: 'ann@contoso.com' })
  })

  test('after the last retry a mail is abandoned, and nothing of it is stored any more', async () => {
    const database = await useTestDatabase()
    const smtp = await useSmtpServer({ refuse: () => '451 try again' })
    await queueMail(database)
    await sql`UPDATE graphile_worker._private_jobs SET attempts = max_attempts - 1`.execute(database.db)
    const { count, logged } = await startSender(database, { smtpUrl: smtp.url })
    await eventually(async () => (await count('abandoned')) === 1)
    await eventually(async () => (await waiting(database)).length === 0)
    expect(logged()).toContain('mail abandoned after its last retry')
  })

  test('a mail whose link has expired is not sent', async () => {
    const [database, smtp] = [await useTestDatabase(), await useSmtpServer()]
    const { count } = await startSender(database, { smtpUrl: smtp.url })
    await queueMail(database, resetMail({ until: new Date(Date.now() - 1) }))
    await eventually(async () => (await count('expired')) === 1)
    expect(smtp.received).toEqual([])
  })

  test('a node without a mail server leaves the mail to others', async () => {
    const database = await useTestDatabase()
    const { logged } = await startSender(database, { smtpUrl: '' })
    await queueMail(database)
    await eventually(() => logged().includes('SMTP_URL is not set on this node'))
    expect(await waiting(database)).toHaveLength(1)
  })

  test('keys are forgotten after 60 days', async () => {
    const database = await useTestDatabase()
    const { tasks } = await startSender(database, { smtpUrl: '' })
    await queueMail(database)
    await tasks['mail.delete-old']({}, {} as never)
    expect(await queueMail(database)).toBe(false)
    await sql`UPDATE queued_mails SET queued_at = now() - interval '61 days'`.execute(database.db)
    await tasks['mail.delete-old']({}, {} as never)
    expect(await queueMail(database)).toBe(true)
  })
})

test('a mail server that takes the mail and never responds takes one slot, and the mail keeps its Message-ID', async () => {
  const database = await useTestDatabase()
  const gate = Promise.withResolvers<void>()
  const server = await useSmtpServer({ until: gate.promise })
  onTestFinished(() => gate.resolve())
  const { count } = await startSender(database, { smtpUrl: server.url })
  await queueMail(database)
  await queueMail(database, resetMail({ key: 'reset 2' }))
  await eventually(() => server.received.length === 1)
  // The second waits for the first, though the worker has another slot for it.
  expect((await waiting(database)).map(({ attempts }) => attempts)).toEqual([1, 0])
  const { transport, message } = held(server.url)
  const stopping = new AbortController()
  const sending = transport.send(message, stopping.signal)
  await eventually(() => server.received.length === 2)
  stopping.abort()
  expect(await sending).toMatchObject({ outcome: 'failed', code: 'ESTOPPED' })
  const again = transport.send(message)
  await eventually(() => server.received.length === 3)
  gate.resolve()
  expect(await again).toEqual({ outcome: 'sent' })
  expect(headerOf(server.received[1]!, 'Message-ID')).toBe(headerOf(server.received[2]!, 'Message-ID'))
  await expect.poll(() => count('sent')).toBe(2)
})

function held(smtpUrl: string) {
  const transport = openTransport({ smtpUrl, mailFrom: 'Mailsift <mail@mailsift.test>' })!
  return { transport, message: { id: 'kept', to: ADA, subject: 'Kept', text: 'Kept', html: '<p>Kept</p>' } }
}
