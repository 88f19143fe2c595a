import { Contact } from '@mailsift/contract'
import { render } from '@mailsift/engine'
import { loadEngine } from '@mailsift/engine/node'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { saveContacts } from '../../src/contacts/save.ts'
import { toContact } from '../../src/contacts/store.ts'
import type { ContactCandidate } from '../../src/outbox/outbox.ts'
import type { Db, Tx } from '../../src/platform/database/database.ts'

export const engine = loadEngine()
export const SECRETS = ['s'.repeat(32)] as const

const ajv = addFormats.default(new Ajv({ strict: false, formats: { 'idn-email': true } }))
export const isContact = ajv.compile(Contact)

export type SafeAddress = ContactCandidate & { accountId: string; occurredAt: Date }

/** What a validation announces about an address. */
export function safeAddress(accountId: string, email: string, occurredAtMs = 1_700_000_000_000): SafeAddress {
  const verdict = engine.validate(email)
  if (!verdict.ok) throw new Error(verdict.error.message)
  const { normalized, first_name, last_name } = render(verdict, '')
  return {
    accountId,
    email,
    normalized,
    firstName: first_name,
    lastName: last_name,
    occurredAt: new Date(occurredAtMs),
  }
}

/** Validations of one user at one time are delivered together. */
function partsOf(batch: readonly SafeAddress[]) {
  const parts = Map.groupBy(batch, ({ accountId, occurredAt }) => `${accountId} ${occurredAt.getTime()}`)
  return Array.from(parts.values(), ([one, ...others]) => ({
    accountId: one!.accountId,
    occurredAt: one!.occurredAt,
    read: async () => [one!, ...others],
  }))
}

export function save(db: Db, batch: readonly SafeAddress[], enrichment = true): Promise<void> {
  return db.transaction().execute((tx) => saveIn(tx, batch, enrichment))
}

export function saveIn(tx: Tx, batch: readonly SafeAddress[], enrichment = true): Promise<void> {
  return saveContacts({ engine, enrichment, secrets: SECRETS }, tx, partsOf(batch))
}

/** Every contact that is stored fits the contract and stands where its count says. */
export async function expectSound(db: Db): Promise<void> {
  const rows = await db.selectFrom('contacts').selectAll().execute()
  for (const row of rows) expect(isContact(toContact(row)), JSON.stringify(isContact.errors)).toBe(true)
  const gaps = await db.selectFrom('contact_gaps').selectAll().execute()
  for (const { account_id, total, last_position } of await db.selectFrom('contact_counts').selectAll().execute()) {
    const positions = [...rows, ...gaps].filter((row) => row.account_id === account_id).map(({ position }) => position)
    expect(positions.sort((a, b) => a - b)).toEqual(Array.from({ length: last_position }, (_, index) => index + 1))
    expect(rows.filter((row) => row.account_id === account_id)).toHaveLength(total)
  }
}
