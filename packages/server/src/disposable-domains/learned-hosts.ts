/**
 * The hourly task: learns from the lookups of the last hour which mail hosts and name servers serve disposable domains alone. A
 * domain that no list knows yet is recognized by them.
 */
import { createHash } from 'node:crypto'
import { type Engine, flag, isFlagged, nameServerOwner } from '@mailsift/engine'
import { sql } from 'kysely'
import { readHosts, type SeenHosts } from '../domains/facts.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { changeVersion } from './version.ts'

type LearnedHost = { kind: HostKind; host: string; listed: Buffer[]; serves_others: boolean; last_seen_at: Date }

declare module '../platform/database/database.ts' {
  interface Tables {
    learned_hosts: LearnedHost
  }
}

/**
 * A host that this many disposable domains use, and no other domain, counts as disposable. Name servers serve far more domains
 * than mail hosts do, so a short history proves less.
 */
const DECIDING_COUNT = { mail_host: 5, name_server: 20 } as const
type HostKind = keyof typeof DECIDING_COUNT
const KINDS: readonly HostKind[] = ['mail_host', 'name_server']
const KEPT_DAYS = 180
const UNKNOWN_PROVIDER = 'unknown'

type Sighting = { host: string; listed: string[]; servesOthers: boolean }
type Sightings = Record<HostKind, Map<string, Sighting>>

export type LearnDeps = { db: Db; engine: Pick<Engine, 'validate' | 'withDomainFacts'> }

export async function learnHosts({ db, engine }: LearnDeps): Promise<void> {
  for await (const page of readHosts(db)) {
    const sightings: Sightings = { mail_host: new Map(), name_server: new Map() }
    for (const seen of page) note(engine, sightings, seen)
    await db.transaction().execute(async (tx) => {
      for (const kind of KINDS) await store(tx, kind, [...sightings[kind].values()])
    })
  }
  await db.transaction().execute(async (tx) => {
    for (const kind of KINDS) await forget(tx, kind)
  })
}

async function forget(tx: Tx, kind: HostKind): Promise<void> {
  const gone = await sql<{ listed: Buffer[]; serves_others: boolean }>`DELETE FROM learned_hosts
    WHERE kind = ${kind} AND last_seen_at < now() - make_interval(days => ${KEPT_DAYS}) RETURNING listed, serves_others`.execute(
    tx,
  )
  if (gone.rows.some((row) => row.listed.length >= DECIDING_COUNT[kind] && !row.serves_others)) await changeVersion(tx)
}

/** Mail hosts of known providers are never disposable, whatever this history shows. */
function note(engine: LearnDeps['engine'], sightings: Sightings, { domain, mx, nameservers }: SeenHosts): void {
  const verdict = engine.validate(`someone@${domain}`)
  if (!verdict.ok) return
  const facts = { mx, hasValidMx: true, deliverableByDns: true, nameservers, registry: { known: false } } as const
  const checked = engine.withDomainFacts(verdict, facts)
  const listed = isFlagged(checked, flag.IS_DISPOSABLE) ? hashOf(checked.domain.root) : undefined
  const [first] = mx
  if (first && checked.domain.provider === UNKNOWN_PROVIDER) add(sightings.mail_host, first.host, listed)
  for (const owner of new Set(nameservers.map(nameServerOwner))) {
    if (owner !== undefined) add(sightings.name_server, owner, listed)
  }
}

function add(sightings: Map<string, Sighting>, host: string, listed: string | undefined): void {
  const sighting = sightings.get(host) ?? { host, listed: [], servesOthers: false }
  sightings.set(host, sighting)
  if (listed !== undefined) sighting.listed.push(listed)
  else sighting.servesOthers = true
}

/** Enough to tell domains apart. */
function hashOf(domain: string): string {
  return createHash('sha256').update(domain).digest('hex').slice(0, 16)
}

/** Rows are locked in the order of their hosts, so that two processes cannot wait for each other. */
async function store(tx: Tx, kind: HostKind, sightings: readonly Sighting[]): Promise<void> {
  const deciding = DECIDING_COUNT[kind]
  const { rows } = await sql<{ changed: boolean }>`
    WITH seen AS (
      SELECT host, "servesOthers" AS serves_others,
        ARRAY(SELECT DISTINCT decode(hash, 'hex') FROM json_array_elements_text(listed) AS hash LIMIT ${deciding}) AS listed
      FROM json_to_recordset(${JSON.stringify(sightings)}) AS row (host text, "servesOthers" boolean, listed json)
    ), before AS (
      SELECT host, cardinality(listed) >= ${deciding} AND NOT serves_others AS is_theirs
      FROM learned_hosts WHERE kind = ${kind} AND host IN (SELECT host FROM seen)
    ), after AS (
      INSERT INTO learned_hosts AS kept (kind, host, listed, serves_others)
      SELECT ${kind}, host, listed, serves_others FROM seen ORDER BY host
      ON CONFLICT (kind, host) DO UPDATE SET last_seen_at = now(), serves_others = kept.serves_others OR excluded.serves_others,
        listed = ARRAY(SELECT DISTINCT hash FROM unnest(kept.listed || excluded.listed) AS hash LIMIT ${deciding})
      RETURNING host, cardinality(kept.listed) >= ${deciding} AND NOT kept.serves_others AS is_theirs
    )
    SELECT coalesce(bool_or(after.is_theirs <> coalesce(before.is_theirs, false)), false) AS changed
    FROM after LEFT JOIN before USING (host)`.execute(tx)
  if (rows[0]?.changed) await changeVersion(tx)
}

export async function readDisposableHosts(db: Db, kind: HostKind): Promise<Set<string>> {
  const { rows } = await sql<{ host: string }>`
    SELECT host FROM learned_hosts WHERE kind = ${kind} AND cardinality(listed) >= ${DECIDING_COUNT[kind]} AND NOT serves_others`.execute(
    db,
  )
  return new Set(rows.map(({ host }) => host))
}
