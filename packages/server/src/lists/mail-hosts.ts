/**
 * The hourly task: learns from the lookups of the last hour which mail hosts serve disposable domains alone. A
 * domain that no list knows yet is recognised by such a host.
 */
import { createHash } from 'node:crypto'
import { type Engine, flag, isFlagged } from '@mailsift/engine'
import { sql } from 'kysely'
import { readMailHosts } from '../domains/facts.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { changeVersion } from './version.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    mail_hosts: { host: string; listed: Buffer[]; serves_others: boolean; last_seen_at: Date }
  }
}

/** A host that this many disposable domains use, and no other domain, counts as disposable. */
const DECIDING_COUNT = 5
const KEPT_DAYS = 180
const UNKNOWN_PROVIDER = 'unknown'

type Sighting = { host: string; listed: string[]; servesOthers: boolean }

export type MailHostDeps = { db: Db; engine: Pick<Engine, 'validate' | 'withDomainFacts'> }

export async function learnMailHosts({ db, engine }: MailHostDeps): Promise<void> {
  for await (const page of readMailHosts(db)) {
    const sightings = new Map<string, Sighting>()
    for (const { domain, mx } of page) note(engine, sightings, domain, mx)
    await db.transaction().execute((tx) => store(tx, [...sightings.values()]))
  }
  await db.transaction().execute(async (tx) => {
    const gone = await sql<{ listed: Buffer[]; serves_others: boolean }>`DELETE FROM mail_hosts
      WHERE last_seen_at < now() - make_interval(days => ${KEPT_DAYS}) RETURNING listed, serves_others`.execute(tx)
    if (gone.rows.some((row) => row.listed.length >= DECIDING_COUNT && !row.serves_others)) await changeVersion(tx)
  })
}

/** Hosts of known providers are never disposable, whatever this history shows. */
function note(
  engine: MailHostDeps['engine'],
  sightings: Map<string, Sighting>,
  domain: string,
  mx: readonly { priority: number; host: string }[],
): void {
  const [first] = mx
  const verdict = engine.validate(`someone@${domain}`)
  if (!first || !verdict.ok) return
  const facts = { mx, hasValidMx: true, deliverableByDns: true, nameservers: [], registry: { known: false } } as const
  const checked = engine.withDomainFacts(verdict, facts)
  if (checked.domain.provider !== UNKNOWN_PROVIDER) return
  const sighting = sightings.get(first.host) ?? { host: first.host, listed: [], servesOthers: false }
  sightings.set(first.host, sighting)
  if (isFlagged(checked, flag.IS_DISPOSABLE)) sighting.listed.push(hashOf(checked.domain.root))
  else sighting.servesOthers = true
}

/** Enough to tell domains apart. */
function hashOf(domain: string): string {
  return createHash('sha256').update(domain).digest('hex').slice(0, 16)
}

/** Rows are locked in the order of their hosts, so that two processes cannot wait for each other. */
async function store(tx: Tx, sightings: readonly Sighting[]): Promise<void> {
  const { rows } = await sql<{ changed: boolean }>`
    WITH seen AS (
      SELECT host, "servesOthers" AS serves_others,
        ARRAY(SELECT DISTINCT decode(hash, 'hex') FROM json_array_elements_text(listed) AS hash LIMIT ${DECIDING_COUNT}) AS listed
      FROM json_to_recordset(${JSON.stringify(sightings)}) AS row (host text, "servesOthers" boolean, listed json)
    ), before AS (
      SELECT host, cardinality(listed) >= ${DECIDING_COUNT} AND NOT serves_others AS is_theirs
      FROM mail_hosts WHERE host IN (SELECT host FROM seen)
    ), after AS (
      INSERT INTO mail_hosts AS kept (host, listed, serves_others) SELECT host, listed, serves_others FROM seen ORDER BY host
      ON CONFLICT (host) DO UPDATE SET last_seen_at = now(), serves_others = kept.serves_others OR excluded.serves_others,
        listed = ARRAY(SELECT DISTINCT hash FROM unnest(kept.listed || excluded.listed) AS hash LIMIT ${DECIDING_COUNT})
      RETURNING host, cardinality(kept.listed) >= ${DECIDING_COUNT} AND NOT kept.serves_others AS is_theirs
    )
    SELECT coalesce(bool_or(after.is_theirs <> coalesce(before.is_theirs, false)), false) AS changed
    FROM after LEFT JOIN before USING (host)`.execute(tx)
  if (rows[0]?.changed) await changeVersion(tx)
}

export async function readDisposableHosts(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ host: string }>`
    SELECT host FROM mail_hosts WHERE cardinality(listed) >= ${DECIDING_COUNT} AND NOT serves_others`.execute(db)
  return new Set(rows.map(({ host }) => host))
}
