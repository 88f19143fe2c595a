import type { Insight } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordEvidence } from '../../src/mailboxes/mailboxes.ts'
import { forgetProbes } from '../../src/probe/privacy.ts'
import { setAllowed } from '../../src/probe/probe.ts'
import { withToken } from '../access/test-app.ts'
import { callAdmin } from '../admin/run-admin.ts'
import { EVIDENCE_DEPS, useValidationApp } from '../validation/validation-app.ts'

const JANE = 'Jane.Roe+news@contoso.org'

async function useInsight(probe: boolean) {
  const app = await useValidationApp({ probe })
  const { db } = app.database
  const insight = async (query: string) => {
    const response = await app.fetch(`/insight/emails/validate?${query}`, withToken(app.token))
    return (await response.json()) as Insight
  }
  const requested = async () => (await sql<{ address: string }>`SELECT address FROM probes`.execute(db)).rows
  return { app, db, insight, requested }
}

const email = `email=${encodeURIComponent(JANE)}`

test('a probe is requested only with probe=1, by an account that may, and is pending', async () => {
  const { app, db, insight, requested } = await useInsight(true)
  expect(await insight(`${email}&probe=1`)).toMatchObject({ mailbox_probe: { state: 'not_available' } })
  await setAllowed(db, app.user.id, true)
  expect(await insight(email)).not.toHaveProperty('mailbox_probe')
  expect(await requested()).toEqual([])
  expect(await insight(`${email}&probe=1`)).toMatchObject({
    mailbox: 'unknown',
    mailbox_probe: { state: 'pending', reason: null },
  })
  expect(await requested()).toEqual([{ address: JANE }])
})

test('a probe of one tag says nothing about the address without it, and is forgotten with it', async () => {
  const { app, db, insight, requested } = await useInsight(true)
  await setAllowed(db, app.user.id, true)
  await insight(`${email}&probe=1`)
  await sql`UPDATE probes SET ended_at = now(), address = NULL, reason = 'unclear'`.execute(db)
  expect(await insight(`${email}&probe=1`)).toMatchObject({ mailbox_probe: { state: 'ended', reason: 'unclear' } })
  const plain = 'jane.roe@contoso.org'
  expect(await insight(`email=${plain}&probe=1`)).toMatchObject({ mailbox_probe: { state: 'pending', reason: null } })
  await db.transaction().execute((tx) => forgetProbes(tx, EVIDENCE_DEPS.secrets, [plain]))
  expect(await requested()).toEqual([])
})

test('a catch-all server makes an address risky for its own reason, and /v1 does not change', async () => {
  const { app, db, insight } = await useInsight(true)
  const plain = async () => (await (await app.validate(email)).json()) as { validations: object }
  const before = await plain()
  const found = { address: JANE, class: 'catch_all', source: 'probe', happenedAt: new Date() } as const
  await db.transaction().execute((tx) => recordEvidence(EVIDENCE_DEPS, tx, app.user.id, [found]))
  expect(await insight(email)).toMatchObject({
    ...{ tier: 'risky', mailbox: 'catch_all' },
    reasons: [{ code: 'catch_all', tier: 'risky', sentence: expect.stringContaining('accepts every name') }],
  })
  expect((await plain()).validations).toEqual(before.validations)
})

test('no probe is requested while probes are off', async () => {
  const { app, db, insight, requested } = await useInsight(false)
  await setAllowed(db, app.user.id, true)
  expect(await insight(`${email}&probe=1`)).toMatchObject({ mailbox_probe: { state: 'not_available' } })
  expect(await requested()).toEqual([])
})

test('no probe is requested where other evidence answers', async () => {
  const { app, db, insight, requested } = await useInsight(true)
  await setAllowed(db, app.user.id, true)
  const bounce = { address: JANE, class: 'no_such_mailbox', source: 'bounce', happenedAt: new Date() } as const
  await db.transaction().execute((tx) => recordEvidence(EVIDENCE_DEPS, tx, app.user.id, [bounce]))
  expect(await insight(`${email}&probe=1`)).toMatchObject({
    mailbox: 'does_not_exist',
    mailbox_probe: { state: 'not_needed' },
  })
  expect(await requested()).toEqual([])
})

test('a validation under /v1 never causes a probe', async () => {
  const { app, db, requested } = await useInsight(true)
  await setAllowed(db, app.user.id, true)
  expect((await app.validate(email)).status).toBe(200)
  expect((await app.validate(`${email}&probe=1`)).status).toBe(400)
  expect(await requested()).toEqual([])
})

test('the operator allows an account to probe and stops it, and the audit trail notes both', async () => {
  const { app, db } = await useInsight(true)
  const admin = async (...words: string[]) => (await callAdmin(app.database.url, words)).output
  expect(await admin('probe', 'accounts')).toContain('No account may probe.')
  expect(await admin('probe', 'allow', app.user.email)).toBe(`${app.user.email} may probe now.\n`)
  expect(await admin('probe', 'allow', app.user.email)).toBe(`${app.user.email} may probe already.\n`)
  expect(await admin('probe', 'accounts')).toContain(app.user.email)
  expect(await admin('probe', 'disallow', app.user.email)).toBe(`${app.user.email} may not probe now.\n`)
  const { rows } = await sql`
    SELECT action, actor FROM audit_events WHERE account_id = ${app.user.id} AND action LIKE 'probes%' ORDER BY at`.execute(
    db,
  )
  expect(rows).toEqual([
    { action: 'probes_allowed', actor: 'administration' },
    { action: 'probes_disallowed', actor: 'administration' },
  ])
  expect(await admin('probe', 'log')).toContain('No mailbox has been probed.')
})
