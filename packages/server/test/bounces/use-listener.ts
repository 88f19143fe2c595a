import { loadEngine } from '@mailsift/engine/node'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { onTestFinished } from 'vitest'
import { createAccount } from '../../src/accounts/accounts.ts'
import { listenForMail } from '../../src/bounces/receive/listener.ts'
import { createMailReader } from '../../src/bounces/receive/mail-reader/mail-reader.ts'
import { listSources, makeSource } from '../../src/bounces/receive/sources.ts'
import { mailboxOf } from '../../src/mailboxes/mailbox.ts'
import { createRateLimits } from '../../src/platform/http/limits/rate-limit.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'
import { freePort } from '../support/program.ts'

const SECRETS = ['a secret for tests, long enough for all'] as const
export const JANE = 'jane.roe@contoso.org'
export const KEY = 'the key of this source'

/** `mailsMax` stands for the limit of a source. */
export async function useListener(
  protocol: 'lmtp' | 'smtp',
  mailsMax?: number,
  options?: Parameters<typeof listenForMail>[3],
) {
  const { db, pool } = await useTestDatabase()
  const mailReader = createMailReader()
  onTestFinished(() => mailReader.stop())
  const facts = { lookUpAll: async () => new Map() }
  const limits = createRateLimits({ pool, secret: SECRETS[0] })
  const createRateLimiter: typeof limits = (limit) => limits({ ...limit, limit: mailsMax ?? limit.limit })
  const deps = { db, engine: loadEngine(), facts, secrets: SECRETS, log: silentLog, mailReader, createRateLimiter }
  const { id } = await createAccount(db, { email: 'user@mail.example' })
  const { secret } = await db
    .transaction()
    .execute((tx) => makeSource(tx, SECRETS, id, { kind: 'mail', name: 'Bounces', key: KEY }))
  const { port, stop } = await listenForMail({ host: '127.0.0.1', port: await freePort() }, protocol, deps, options)
  onTestFinished(stop)
  const client = createTransport({ host: '127.0.0.1', port, lmtp: protocol === 'lmtp', ignoreTLS: true })
  onTestFinished(() => client.close())
  return {
    port,
    /** How many reports were stored, of any class. */
    stored: async () => {
      const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM mailbox_evidence`.execute(db)
      return rows[0]!.count
    },
    secret,
    source: async () => (await listSources(db, id))[0]!,
    send: (to: string, raw: string) => client.sendMail({ envelope: { from: '', to: [to] }, raw }),
    mailbox: async (address = JANE) => (await mailboxOf(deps, db, id, [address]))[0]!.mailbox,
  }
}
