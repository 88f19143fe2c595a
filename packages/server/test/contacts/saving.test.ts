// Whether safe addresses become contacts is the choice of an account.
import type { ContactList, ContactSaving } from '@mailsift/contract'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { sessionCookieFor } from '../../src/access/session-cookie.ts'
import { findUserOf } from '../../src/accounts/accounts.ts'
import { createSessions } from '../../src/identity/sessions/sessions.ts'
import { findUser } from '../../src/identity/users/users.ts'
import { readSecrets } from '../../src/platform/secrets.ts'
import { type Caller, type Service, startService } from '../bulk/service.ts'
import { useDns } from '../stand-ins/use.ts'

const ZONE = {
  'answers.com': { MX: [[10, 'mx.answers.com']], NS: ['ns.answers.com'] },
  'mx.answers.com': { A: ['93.184.216.34'] },
} as const

async function sessionOf({ db, origin }: Service, { accountId }: Caller): Promise<Record<string, string>> {
  const secrets = readSecrets('a secret for tests that is long enough')
  const sessions = createSessions({ db, secrets, cookie: sessionCookieFor(origin) })
  const person = (await findUserOf(db, accountId))!
  const { bearerToken } = await sessions.start(db, (await findUser(db, person.id))!)
  return { authorization: `Bearer ${bearerToken}` }
}

test('contacts are saved as the contract says until the account turns that off, and again when it turns it on', async () => {
  const dns = await useDns(ZONE)
  const service = await startService({ DNS_SERVERS: dns.address, DNS_CANARIES: 'answers.com', ENRICHMENT: 'off' })
  onTestFinished(service.stop)
  const [caller, other] = [await service.newCaller(), await service.newCaller()]
  const headers = await sessionOf(service, caller)
  const url = `${service.origin}/account/contact-saving`
  const read = async () => ((await (await fetch(url, { headers })).json()) as ContactSaving).save
  const set = async (save: boolean) => {
    const sent = { ...headers, 'content-type': 'application/json' }
    expect((await fetch(url, { method: 'PUT', headers: sent, body: JSON.stringify({ save }) })).status).toBe(204)
  }
  const contactsOf = async (owner: Caller) =>
    (await service.json<ContactList>(owner, '/contacts')).data.map(({ email }) => email).sort()
  /** An event is gone when all listeners have it. */
  const delivered = () =>
    eventually(async () => (await service.db.selectFrom('outbox_deliveries').selectAll().execute()).length === 0)

  expect(await read()).toBeNull()
  await service.run(caller, ['ann.lee@answers.com'], 1)
  await delivered()
  expect(await contactsOf(caller)).toEqual(['ann.lee@answers.com'])
  await set(false)
  expect(await read()).toBe(false)
  await service.run(caller, ['bob.miller@answers.com'], 1)
  await service.run(other, ['bob.miller@answers.com'], 1)
  await delivered()
  expect(await contactsOf(caller)).toEqual(['ann.lee@answers.com'])
  expect(await contactsOf(other)).toEqual(['bob.miller@answers.com'])
  await set(true)
  await service.run(caller, ['carl.jones@answers.com'], 1)
  await delivered()
  expect(await contactsOf(caller)).toEqual(['ann.lee@answers.com', 'carl.jones@answers.com'])
  const lookups = await fetch(`${service.origin}/account/lookups`, { headers })
  expect(await lookups.json()).toEqual({ dns: true })
})

test('without an answer of DNS the status of lookups says so', async () => {
  const service = await startService(
    { DNS_SERVERS: '127.0.0.1:9', DNS_TIMEOUT_MS: '200', DNS_TRIES: '1' },
    { worker: false },
  )
  onTestFinished(service.stop)
  const caller = await service.newCaller()
  expect(await service.json(caller, `${service.origin}/account/lookups`)).toEqual({ dns: false })
})
