// Reports of any origin become evidence and suppressions. Accepting a report again changes nothing.
import type { EvidenceSource } from '@mailsift/contract'
import type { DomainFactsService } from '../../domains/facts.ts'
import { formsOf, type HashDeps, hashToStore } from '../../mailboxes/hash.ts'
import { type Evidence, evidenceRows, insertEvidence } from '../../mailboxes/record.ts'
import type { Db } from '../../platform/database/database.ts'
import { followMailboxes, followWithdrawn } from '../../suppressions/follow.ts'
import { suppress } from '../../suppressions/suppressions.ts'
import { holdBursts, keepAddresses, lockTexts } from '../bursts/hold.ts'
import { operatorsOf } from './operators.ts'
import type { Report, ReportClass } from './reported.ts'

export type Accepted = {
  accepted: number
  /** Reports that have no effect until a person decides: they look like a fault of the sender. */
  held: number
  byClass: Partial<Record<ReportClass, number>>
}

export type AcceptDeps = HashDeps & {
  db: Db
  /** A report that a domain is gone counts if it is gone for this service, too. */
  facts: Pick<DomainFactsService, 'lookUpAll'>
}

/** By which way reports come in: the id of a bounce source, or one of these. */
export type Origin = 'upload' | 'events' | (string & {})

/** Hashes and parses as many addresses as other requests can wait for, and locks them no longer than that. */
const REPORTS_PER_TRANSACTION = 100

/** After an error, handing the same reports in again stores the rest of them. */
export async function acceptReports(
  deps: AcceptDeps,
  accountId: string,
  received: readonly Report[],
  origin: Origin,
  now = new Date(),
): Promise<Accepted> {
  const byClass: Accepted['byClass'] = {}
  const stored = new Set<string>()
  const held = new Set<string>()
  let accepted = 0
  for (let start = 0; start < received.length; start += REPORTS_PER_TRANSACTION) {
    const part = received.slice(start, start + REPORTS_PER_TRANSACTION)
    // Before the transaction: no lookup inside it.
    const reports = await withDomainsChecked(deps, accountId, part)
    for (const { class: said } of reports) byClass[said] = (byClass[said] ?? 0) + 1
    const done = await acceptPart(deps, accountId, reports, origin, now)
    accepted += done.accepted
    for (const hash of done.stored) stored.add(hash)
    for (const hash of done.withdrawn) held.add(hash)
  }
  // A burst also withdraws what it finds of earlier requests.
  return { accepted, held: [...held].filter((hash) => stored.has(hash)).length, byClass }
}

async function acceptPart(
  deps: AcceptDeps,
  accountId: string,
  reports: readonly Report[],
  origin: Origin,
  now: Date,
): Promise<{ accepted: number; stored: string[]; withdrawn: string[] }> {
  const operators = await operatorsOf(deps, reports)
  const evidence = reports.flatMap((report, at): Evidence | never[] => {
    const { address, class: said, statusCode, reply, happenedAt, id } = report
    if (said === 'unsubscribe') return []
    const source: EvidenceSource = said === 'delivered' ? 'delivery' : 'bounce'
    return {
      ...{ address, class: said, source, statusCode, reply, origin, operator: operators[at] },
      happenedAt: happenedAt ?? now,
      // Deliveries are many, and only the newest matters.
      report: said === 'delivered' ? undefined : id,
    }
  })
  const rows = evidenceRows(deps, evidence)
  const texts = rows.flatMap(({ text_hash }) => text_hash ?? [])
  const addresses = [...new Set(evidence.map(({ address }) => address))]
  return deps.db.transaction().execute(async (tx) => {
    await lockTexts(tx, accountId, texts)
    const recorded = await insertEvidence(deps, tx, accountId, rows)
    const withdrawn = await holdBursts(tx, accountId, rows)
    const asked = reports.flatMap(({ address, class: said }) =>
      said === 'complaint' || said === 'unsubscribe' ? { address, reason: said, origin } : [],
    )
    const listed = await suppress(deps, tx, accountId, asked)
    const isHeld = new Set(withdrawn.map((hash) => hash.toString('hex')))
    const own = isHeld.size === 0 ? [] : withHashes(deps, addresses).filter(({ hash }) => isHeld.has(hash))
    await keepAddresses(tx, accountId, own)
    await followMailboxes(deps, tx, accountId, addresses, origin)
    await followWithdrawn(tx, accountId, withdrawn)
    const unsubscribed = reports.filter(({ class: said }) => said === 'unsubscribe').length
    const accepted = recorded + Math.min(listed, unsubscribed)
    return { accepted, stored: rows.map(({ hash }) => hash), withdrawn: [...isHeld] }
  })
}

/** A domain that accepts mail, or whose name servers do not answer, is not gone: the report is unclear. */
async function withDomainsChecked(
  { facts, engine }: AcceptDeps,
  accountId: string,
  reports: readonly Report[],
): Promise<readonly Report[]> {
  const domainOf = ({ address }: Report) => formsOf(engine, address)?.domain
  const domains = new Set(reports.flatMap((each) => (each.class === 'domain_gone' ? (domainOf(each) ?? []) : [])))
  if (domains.size === 0) return reports
  const found = await facts.lookUpAll(domains, 0, accountId)
  return reports.map((each) => {
    if (each.class !== 'domain_gone') return each
    const domain = found.get(domainOf(each) ?? '')
    return domain?.known && !domain.value.deliverableByDns ? each : { ...each, class: 'unclear' }
  })
}

function withHashes(deps: HashDeps, addresses: readonly string[]): { hash: string; address: string }[] {
  return addresses.flatMap((address) => {
    const hash = hashToStore(deps, address)?.mailbox.toString('hex')
    return hash === undefined ? [] : { hash, address: address.trim() }
  })
}
