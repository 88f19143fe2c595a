import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually } from '../../../../../scripts/eventually.ts'
import { createAccount } from '../../../src/accounts/accounts.ts'
import { setSubscription } from '../../../src/accounts/subscriptions/subscriptions.ts'
import { issueToken } from '../../../src/credentials/tokens/tokens.ts'
import { reconcileQuota } from '../../../src/usage/quota/reconcile.ts'
import { useTestDatabase } from '../../support/database.ts'
import { launchProgram, type Program, untilServing } from '../../support/program.ts'
import { writePlans } from './plans.ts'

const CREDITS = 120
const REQUESTS = 200

test('200 parallel requests over two nodes use the credits exactly, also when a node is killed in the middle', async () => {
  const database = await useTestDatabase()
  const { db } = database
  const env = {
    DATABASE_URL: database.url,
    SECRET: 'a secret for tests that is long enough',
    PLANS_FILE: await writePlans({ small: { monthly_credits: CREDITS } }),
  }
  const node = (role: string) => launchProgram({ role, env })
  const [first, second] = await Promise.all([node('api'), node('api'), node('worker')])
  await Promise.all([untilServing(first), untilServing(second)])
  const { id } = await createAccount(db, { email: 'ada@example.com' })
  await setSubscription(db, id, { plan: 'small', status: 'active', periodEnd: null })
  const { token } = await issueToken(db, id, { name: 'test', permission: 'read' })
  const send = async ({ origin }: Program) =>
    fetch(`${origin}/v1/emails/validate?email=jane@example.org`, {
      headers: { 'service-email-api-token': token },
    }).then(
      ({ status }) => status,
      () => 0,
    )

  // Twenty requests are answered; then a process of the first node is killed while all others are under way.
  const before = await Promise.all(Array.from({ length: 20 }, (_, at) => send(at % 2 ? first : second)))
  expect(before).toEqual(Array(20).fill(200))
  const sent = Array.from({ length: REQUESTS - 20 }, (_, at) => send(at % 2 ? first : second))
  await Promise.race(sent)
  for (const pid of (await first.pids()).api) process.kill(pid, 'SIGKILL')
  const answered = [...before, ...(await Promise.all(sent))]
  const granted = answered.filter((status) => status === 200).length
  for (const status of answered) expect([200, 402, 0, 503]).toContain(status)

  // What the dead process held comes back when it has been silent for a minute; then the rest can be used, and not one more.
  await sql`UPDATE quota_reservations SET expires_at = now() WHERE account_id = ${id}`.execute(db)
  await untilServing(first)
  const left = await usedOf()
  expect(left).toBeGreaterThanOrEqual(granted)
  expect(left).toBeLessThanOrEqual(CREDITS)
  await eventually(async () => (await send(first)) === 402 && (await send(second)) === 402)
  expect(await usedOf()).toBe(CREDITS)
  await eventually(async () => (await ledgerOf()) === CREDITS)
  expect(await reconcileQuota(db, id)).toBe(0)

  async function usedOf(): Promise<number> {
    const { rows } = await sql<{ used: number }>`SELECT used FROM quotas WHERE account_id = ${id}`.execute(db)
    return Number(rows[0]!.used)
  }
  async function ledgerOf(): Promise<number> {
    const { rows } = await sql<{ units: number }>`
      SELECT coalesce(sum(units), 0)::int AS units FROM usage_daily WHERE account_id = ${id}`.execute(db)
    return rows[0]!.units
  }
})
