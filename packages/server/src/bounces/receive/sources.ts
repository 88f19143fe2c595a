// Where an account's reports come from. Each source has a secret that is part of its URL or recipient address: a bounce can be
// forged by anyone who knows where to send it.
import { createHash, randomBytes } from 'node:crypto'
import type { BounceSource, BounceSourceKind, MadeBounceSource, PickUpMailbox, PickUpProblem } from '@mailsift/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { seal, unseal } from '../../platform/sealed.ts'
import type { Secrets } from '../../platform/secrets.ts'

type SourcesTable = {
  id: string
  account_id: string
  kind: BounceSourceKind
  name: string
  sha256: Buffer
  sealed_key: string | null
  topic: string | null
  created_at: Date
  last_report_at: Date | null
  ignored_count: number
  ignored_at: Date | null
  confirmation_url: string | null
  mailbox: PickUpMailbox | null
  picked_up_at: Date | null
  problem: PickUpProblem | null
  sign_in_failures: number
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    bounce_sources: SourcesTable
  }
}

const SECRET_BYTES = 16
export const SOURCES_MAX = 50

export type NewSource = {
  kind: BounceSourceKind
  name: string
  key?: string | undefined
  topic?: string | undefined
  mailbox?: PickUpMailbox | undefined
}

/** Lower case and digits alone: the secret is also part of email addresses, whose case is not always kept. */
export async function makeSource(
  tx: Tx,
  secrets: Secrets,
  accountId: string,
  { kind, name, key, topic, mailbox }: NewSource,
): Promise<{ row: Selectable<SourcesTable>; secret: string }> {
  const secret = randomBytes(SECRET_BYTES).toString('hex')
  const sealed_key = key === undefined ? null : seal(key, secrets)
  const row = await tx
    .insertInto('bounce_sources')
    .values({
      ...{ id: uuidv7(), account_id: accountId, kind, name, sha256: hashOf(secret), sealed_key, topic: topic ?? null },
      ...{ created_at: sql`now()`, last_report_at: null, confirmation_url: null },
      ...{ ignored_count: 0, ignored_at: null, picked_up_at: null, problem: null, sign_in_failures: 0 },
      mailbox: mailbox === undefined ? null : sql`${JSON.stringify(mailbox)}::jsonb`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row, secret }
}

export async function listSources(db: Db, accountId: string): Promise<Selectable<SourcesTable>[]> {
  return db.selectFrom('bounce_sources').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
}

/** Undefined where the account has no such source, or one without a URL. The URL and address of before stop working at once. */
export async function rotateSource(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<{ row: Selectable<SourcesTable>; secret: string } | undefined> {
  const secret = randomBytes(SECRET_BYTES).toString('hex')
  const row = await tx
    .updateTable('bounce_sources')
    .set({ sha256: hashOf(secret) })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('kind', '<>', 'imap')
    .returningAll()
    .executeTakeFirst()
  return row && { row, secret }
}

/** Also lets a source that stopped after failed sign-ins begin again. */
export async function replaceKey(
  tx: Tx,
  secrets: Secrets,
  accountId: string,
  id: string,
  key: string,
): Promise<Selectable<SourcesTable> | undefined> {
  return tx
    .updateTable('bounce_sources')
    .set({ sealed_key: seal(key, secrets), problem: null, sign_in_failures: 0 })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst()
}

export async function removeSource(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('bounce_sources')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

export type FoundSource = {
  id: string
  accountId: string
  kind: BounceSourceKind
  /** Verifies signatures. */
  key: string | undefined
  topic: string | undefined
}

type OwnSource = Pick<FoundSource, 'id' | 'accountId'>

export async function findSource(db: Db, secrets: Secrets, secret: string): Promise<FoundSource | undefined> {
  const row = await db
    .selectFrom('bounce_sources')
    .selectAll()
    .where('sha256', '=', hashOf(secret.toLowerCase()))
    .executeTakeFirst()
  if (!row) return undefined
  const key = row.sealed_key === null ? undefined : unseal(row.sealed_key, secrets)
  return { id: row.id, accountId: row.account_id, kind: row.kind, key, topic: row.topic ?? undefined }
}

/** Until the first report shows that the account opened the URL. */
export async function awaitConfirmation(db: Db, { id, accountId }: FoundSource, url: string): Promise<void> {
  await sql`UPDATE bounce_sources SET confirmation_url = ${url} WHERE id = ${id} AND account_id = ${accountId}`.execute(
    db,
  )
}

/** To be called when a source has reported; written once a minute at most. */
export async function noteReport(db: Db, { id, accountId }: OwnSource): Promise<void> {
  await sql`UPDATE bounce_sources SET last_report_at = now(), confirmation_url = NULL
    WHERE id = ${id} AND account_id = ${accountId}
      AND coalesce(last_report_at < now() - interval '1 minute', true)`.execute(db)
}

/** To be called when a mail of the source was accepted without effect. */
export async function noteIgnored(db: Db, { id, accountId }: OwnSource, count = 1): Promise<void> {
  await sql`UPDATE bounce_sources SET ignored_count = ignored_count + ${count}, ignored_at = now()
    WHERE id = ${id} AND account_id = ${accountId}`.execute(db)
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(`bounce source ${secret}`).digest()
}

export function toSource(row: Selectable<SourcesTable>): BounceSource {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    created_at: row.created_at.toISOString(),
    last_report_at: row.last_report_at?.toISOString() ?? null,
    confirmation_url: row.confirmation_url,
    ignored_count: row.ignored_count,
    ignored_at: row.ignored_at?.toISOString() ?? null,
    mailbox: row.mailbox,
    picked_up_at: row.picked_up_at?.toISOString() ?? null,
    problem: row.problem,
  }
}

/** A source with its secret, which cannot be shown again. `mailDomain` is undefined while the mail listener is off. */
export function shownOnce(
  { row, secret }: { row: Selectable<SourcesTable>; secret: string },
  { origin, mailDomain }: { origin: string; mailDomain: string | undefined },
): MadeBounceSource {
  const address = row.kind === 'mail' && mailDomain !== undefined ? `bounces+${secret}@${mailDomain}` : null
  return { source: toSource(row), url: `${origin}/hooks/bounces/${secret}`, address }
}
