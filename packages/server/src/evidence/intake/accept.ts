// Reports of any origin become evidence and suppressions, in one transaction. Accepting a report again changes nothing.
import type { EvidenceSource } from '@mailsift/contract'
import type { DomainFactsService } from '../../domains/facts.ts'
import { normalizedOf } from '../../platform/address-search.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { type EvidenceClass, effectEnds } from '../classes.ts'
import type { HashDeps } from '../hash.ts'
import { mailboxOf } from '../mailbox.ts'
import { recordEvidence } from '../record.ts'
import type * as Read from '../reports/report.ts'
import { suppress, unsuppress } from '../suppressions/suppressions.ts'

type ReportClass = EvidenceClass | 'unsubscribe'

export type Report = {
  address: string
  class: ReportClass
  /** As the server sent it. */
  statusCode?: string | undefined
  /** The server's words. */
  reply?: string | undefined
  /** The server that spoke, where the report names it. */
  host?: string | undefined
  /** Without it, the time at which it is accepted. */
  happenedAt?: Date | undefined
  /** The id of the message or event. */
  id: string
}

/** A mailbox that its operator turned off counts as one that does not exist. */
export const storedClass = (said: Read.ReportClass): ReportClass => (said === 'disabled' ? 'no_such_mailbox' : said)

/** `id` is that of the mail or event. */
export function toReport({ recipient, class: said, status, reply, host, happenedAt }: Read.Report, id: string): Report {
  return { address: recipient, class: storedClass(said), statusCode: status, reply, host, happenedAt, id }
}

export type Accepted = { accepted: number; byClass: Partial<Record<ReportClass, number>> }

export type AcceptDeps = HashDeps & {
  db: Db
  /** A report that a domain is gone counts if it is gone for this service, too. */
  facts: Pick<DomainFactsService, 'lookUpAll'>
}

export async function acceptReports(
  deps: AcceptDeps,
  accountId: string,
  received: readonly Report[],
  now = new Date(),
): Promise<Accepted> {
  // Before the transaction: no lookup inside it.
  const reports = await withDomainsChecked(deps, accountId, received)
  const evidence = reports.flatMap(({ address, class: said, statusCode, happenedAt, id }) => {
    if (said === 'unsubscribe') return []
    const source: EvidenceSource = said === 'delivered' ? 'delivery' : 'bounce'
    // Deliveries are many, and only the newest matters.
    const report = said === 'delivered' ? undefined : id
    return { address, class: said, source, statusCode, happenedAt: happenedAt ?? now, report }
  })
  const accepted = await deps.db.transaction().execute(async (tx) => {
    const recorded = await recordEvidence(deps, tx, accountId, evidence)
    const asked = reports.flatMap(({ address, class: said }) =>
      said === 'complaint' || said === 'unsubscribe' ? { address, reason: said } : [],
    )
    const listed = await suppress(deps, tx, accountId, asked)
    await followMailboxes(deps, tx, accountId, [...new Set(evidence.map(({ address }) => address))])
    const unsubscribed = reports.filter(({ class: said }) => said === 'unsubscribe').length
    return recorded + Math.min(listed, unsubscribed)
  })
  const byClass: Accepted['byClass'] = {}
  for (const { class: said } of reports) byClass[said] = (byClass[said] ?? 0) + 1
  return { accepted, byClass }
}

/** A domain that accepts mail, or whose name servers do not answer, is not gone: the report is unclear. */
async function withDomainsChecked(
  { facts, engine }: AcceptDeps,
  accountId: string,
  reports: readonly Report[],
): Promise<readonly Report[]> {
  const domainOf = ({ address }: Report) => normalizedDomainOf(engine, address)
  const domains = new Set(reports.flatMap((each) => (each.class === 'domain_gone' ? (domainOf(each) ?? []) : [])))
  if (domains.size === 0) return reports
  const found = await facts.lookUpAll(domains, 0, accountId)
  return reports.map((each) => {
    if (each.class !== 'domain_gone') return each
    const domain = found.get(domainOf(each) ?? '')
    return domain?.known && !domain.value.deliverableByDns ? each : { ...each, class: 'unclear' }
  })
}

function normalizedDomainOf(engine: HashDeps['engine'], address: string): string | undefined {
  const form = normalizedOf(engine, address)
  return form?.slice(form.lastIndexOf('@') + 1)
}

/** An address is suppressed because of a bounce for as long as the mailbox counts as missing, in whatever order reports arrive. */
export async function followMailboxes(
  deps: HashDeps,
  tx: Tx,
  accountId: string,
  addresses: readonly string[],
): Promise<void> {
  const mailboxes = await mailboxOf(deps, tx, accountId, addresses)
  const missing = addresses.flatMap((address, at) => {
    const { mailbox, mailbox_evidence: known } = mailboxes[at]!
    // A probe is no reason to list the address: it was never mailed.
    if (mailbox !== 'does_not_exist' || known?.source === 'probe') return []
    return { address, reason: 'bounce' as const, expiresAt: effectEnds(known!.reason, new Date(known!.at)) }
  })
  await suppress(deps, tx, accountId, missing)
  const gone = new Set(missing.map(({ address }) => address))
  const others = addresses.filter((address) => !gone.has(address))
  await unsuppress(deps, tx, accountId, others, { onlyBounces: true })
}
