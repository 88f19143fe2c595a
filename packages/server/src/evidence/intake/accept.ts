// Reports of any origin become evidence and suppressions, in one transaction. Accepting a report again changes nothing.
import type { EvidenceSource } from '@mailsift/contract'
import type { Db, Tx } from '../../platform/database/database.ts'
import { type EvidenceClass, effectEnds } from '../classes.ts'
import type { HashDeps } from '../hash.ts'
import { mailboxOf } from '../mailbox.ts'
import { recordEvidence } from '../record.ts'
import { suppress, unsuppress } from '../suppressions/suppressions.ts'

type ReportClass = EvidenceClass | 'unsubscribe'

export type Report = {
  address: string
  class: ReportClass
  statusCode?: string | undefined
  /** Without it, the time at which it is accepted. */
  happenedAt?: Date | undefined
  /** The id of the message or event. */
  id: string
}

export type Accepted = { accepted: number; byClass: Partial<Record<ReportClass, number>> }

export type AcceptDeps = HashDeps & { db: Db }

export async function acceptReports(
  deps: AcceptDeps,
  accountId: string,
  reports: readonly Report[],
  now = new Date(),
): Promise<Accepted> {
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
