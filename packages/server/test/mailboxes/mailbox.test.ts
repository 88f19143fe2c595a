import type { Insight } from '@mailsift/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAccount } from '../../src/accounts/accounts.ts'
import { deleteOldEvidence, type Evidence, mailboxOf, recordEvidence } from '../../src/mailboxes/mailboxes.ts'
import { forgetEvidence } from '../../src/mailboxes/privacy.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { withToken } from '../access/test-app.ts'
import { useTestDatabase } from '../support/database.ts'
import { EVIDENCE_DEPS, useValidationApp } from '../validation/validation-app.ts'

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
const JANE = 'jane.roe@contoso.org'

const bounce = (days: number, more: Partial<Evidence> = {}): Evidence => ({
  address: JANE,
  class: 'no_such_mailbox',
  source: 'bounce',
  statusCode: '5.1.1',
  happenedAt: daysAgo(days),
  report: `<${days}@mta.example>`,
  ...more,
})

const record = (db: Db, accountId: string, evidence: readonly Evidence[]) =>
  db.transaction().execute((tx) => recordEvidence(EVIDENCE_DEPS, tx, accountId, evidence))

async function useAccount() {
  const { db } = await useTestDatabase()
  const { id } = await createAccount(db, { email: 'user@mail.example' })
  return {
    db,
    id,
    record: (...evidence: Evidence[]) => record(db, id, evidence),
    mailbox: async (address = JANE) => (await mailboxOf(EVIDENCE_DEPS, db, id, [address]))[0]!,
  }
}

test('an address that bounced is unsafe on /insight with the reason and the date, and /v1 does not change', async () => {
  const app = await useValidationApp()
  const insight = async () =>
    (await (await app.fetch(`/insight/emails/validate?email=${JANE}`, withToken(app.token))).json()) as Insight
  const plain = async () => {
    const { id: _id, ...result } = (await (await app.validate(`email=${JANE}`)).json()) as { id: string }
    return result
  }
  const [before, resultBefore] = [await insight(), await plain()]
  expect(before).toMatchObject({ tier: 'safe', mailbox: 'unknown', mailbox_evidence: null })
  await record(app.database.db, app.user.id, [bounce(3)])
  const after = await insight()
  expect(after).toMatchObject({
    tier: 'unsafe',
    mailbox: 'does_not_exist',
    mailbox_evidence: { reason: 'no_such_mailbox', source: 'bounce', status_code: '5.1.1', age_days: 3 },
  })
  expect(after.reasons).toEqual([
    {
      code: 'bounced',
      sentence: 'Mail to this address bounced: the mailbox does not exist.',
      advice: 'Do not send to this address again.',
      evidence: `bounce on ${daysAgo(3).toISOString().slice(0, 10)}, status 5.1.1`,
      tier: 'unsafe',
    },
  ])
  expect(await plain()).toEqual(resultBefore)
})

test('a full mailbox is risky for two weeks', async () => {
  const { record, mailbox } = await useAccount()
  await record(bounce(13, { class: 'mailbox_full', statusCode: '5.2.2' }))
  expect(await mailbox()).toMatchObject({ mailbox: 'exists', mailbox_evidence: { reason: 'mailbox_full' } })
  await record(bounce(15, { address: 'john@contoso.org', class: 'mailbox_full' }))
  expect(await mailbox('john@contoso.org')).toEqual({ mailbox: 'unknown', mailbox_evidence: null })
})

test('blocks, temporary failures and complaints say nothing about the mailbox', async () => {
  const { record, mailbox } = await useAccount()
  for (const kind of ['blocked', 'temporary', 'complaint'] as const)
    await record(bounce(1, { class: kind, report: kind }))
  expect(await mailbox()).toMatchObject({ mailbox: 'unknown' })
  await record(bounce(2))
  expect(await mailbox()).toMatchObject({ mailbox: 'does_not_exist' })
})

test('a later delivery or entry clears a bounce, which does not return when the later one is over', async () => {
  const { db, record, mailbox } = await useAccount()
  await record(bounce(120), bounce(100, { class: 'delivered', source: 'delivery', report: undefined }))
  expect(await mailbox()).toMatchObject({ mailbox: 'unknown' })
  await record(bounce(50))
  expect(await mailbox()).toMatchObject({ mailbox: 'does_not_exist' })
  await record(bounce(0, { class: 'works', source: 'manual', report: undefined }))
  expect(await mailbox()).toMatchObject({ mailbox: 'exists', mailbox_evidence: { reason: 'works', source: 'manual' } })
  await deleteOldEvidence(db)
  await record(bounce(50))
  expect(await mailbox()).toMatchObject({ mailbox: 'exists' })
})

test('evidence ages out and is then removed', async () => {
  const { db, id, record, mailbox } = await useAccount()
  expect(await record(bounce(179), bounce(181))).toBe(1)
  expect(await mailbox()).toMatchObject({ mailbox: 'does_not_exist' })
  await sql`UPDATE mailbox_evidence SET happened_at = happened_at - interval '2 days', expires_at = expires_at - interval '2 days'
    WHERE account_id = ${id}`.execute(db)
  expect(await mailbox()).toMatchObject({ mailbox: 'unknown' })
  await deleteOldEvidence(db)
  expect((await sql`SELECT FROM mailbox_evidence`.execute(db)).rows).toEqual([])
})

test('a report counts once, and what is no address counts for nothing', async () => {
  const { record } = await useAccount()
  const hardBounce = bounce(1)
  expect(await record(hardBounce, hardBounce, bounce(1, { address: 'no address' }))).toBe(1)
  expect(await record(hardBounce)).toBe(0)
})

test('evidence of one account is unknown to another, and all spellings of a mailbox share it', async () => {
  const { db, record, mailbox } = await useAccount()
  const { id: other } = await createAccount(db, { email: 'other@mail.example' })
  await record(bounce(1, { address: 'Jane.Roe+news@gmail.com' }))
  expect(await mailbox('janeroe@gmail.com')).toMatchObject({ mailbox: 'does_not_exist' })
  expect(await mailboxOf(EVIDENCE_DEPS, db, other, ['janeroe@gmail.com'])).toMatchObject([{ mailbox: 'unknown' }])
})

test('no address is stored, an earlier secret still finds the evidence, and forgetting the address removes it', async () => {
  const { db, id, record, mailbox } = await useAccount()
  await record(bounce(1, { report: `<verp-${JANE}>` }), bounce(1, { address: 'john@contoso.org' }))
  const { rows } = await sql<{ row: string }>`SELECT e::text AS row FROM mailbox_evidence e`.execute(db)
  expect(rows).toHaveLength(2)
  for (const { row } of rows) {
    expect(row).not.toMatch(/jane|contoso/i)
    expect(row).not.toContain(Buffer.from('jane').toString('hex'))
  }
  const rotated = { ...EVIDENCE_DEPS, secrets: ['a new secret that is long enough', ...EVIDENCE_DEPS.secrets] as const }
  expect(await mailboxOf(rotated, db, id, [JANE])).toMatchObject([{ mailbox: 'does_not_exist' }])
  await db.transaction().execute((tx) => forgetEvidence(tx, EVIDENCE_DEPS.secrets, [JANE]))
  expect(await mailbox()).toMatchObject({ mailbox: 'unknown' })
  expect(await mailbox('john@contoso.org')).toMatchObject({ mailbox: 'does_not_exist' })
})

test('the newest evidence decides in whatever order reports arrive, and however often', async () => {
  const { db } = await useTestDatabase()
  const classes = ['no_such_mailbox', 'delivered', 'works', 'blocked', 'temporary'] as const
  const reports = fc.uniqueArray(
    fc.record({ day: fc.integer({ min: 1, max: 80 }), class: fc.constantFrom(...classes) }),
    { minLength: 1, maxLength: 6, selector: ({ day }) => day },
  )
  let accounts = 0
  await fc.assert(
    fc.asyncProperty(reports, fc.func(fc.integer()), async (told, order) => {
      const { id } = await createAccount(db, { email: `user${accounts++}@mail.example` })
      const evidence = told.map((each) => bounce(each.day, { class: each.class }))
      const shuffled = [...evidence, ...evidence].toSorted((one, other) => order(one) - order(other))
      for (const each of shuffled) await record(db, id, [each])
      const newest = told
        .filter((each) => each.class !== 'blocked' && each.class !== 'temporary')
        .toSorted((one, other) => one.day - other.day)[0]
      const [found] = await mailboxOf(EVIDENCE_DEPS, db, id, [JANE])
      expect(found!.mailbox_evidence?.reason).toBe(newest?.class)
    }),
    { numRuns: 40 },
  )
})
