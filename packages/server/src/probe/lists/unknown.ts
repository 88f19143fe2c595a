// The addresses of a list that are worth a probe: usable, and nothing is known about their mailbox.
import { tier } from '@mailsift/engine'
import { readList, readVerdicts } from '../../bulk/bulk.ts'
import { domainToAskAbout } from '../../domains/facts.ts'
import type { HashDeps } from '../../mailboxes/hash.ts'
import { knownOf } from '../../mailboxes/mailboxes.ts'
import type { Db } from '../../platform/database/database.ts'
import { canBeProbed } from '../conversation.ts'
import { findProbed } from '../requests.ts'

export type ListDeps = HashDeps & { db: Db }
export type ListOfAccount = { accountId: string; listId: string }
export type Candidate = { address: string; domain: string }

/** A slice at a time, which may name an address that another slice had. */
export async function* findUnknown(deps: ListDeps, { accountId, listId }: ListOfAccount): AsyncGenerator<Candidate[]> {
  const { db } = deps
  const { submissions } = await readList({ db }, accountId, listId)
  const ids = submissions.map(({ submission }) => submission.id)
  for await (const verdicts of readVerdicts(db, accountId, ids)) {
    const found = new Map<string, Candidate>()
    for (const verdict of verdicts) {
      if (tier(verdict, 'marketing').tier === 'unsafe') continue
      const domain = domainToAskAbout(verdict.domain)
      const address = `${verdict.local}@${domain}`
      if (canBeProbed(address)) found.set(address, { address, domain })
    }
    yield await withoutKnown(deps, accountId, [...found.values()])
  }
}

async function withoutKnown(deps: ListDeps, accountId: string, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const { db } = deps
  const addresses = candidates.map(({ address }) => address)
  const known = await knownOf(deps, db, accountId, addresses)
  const probed = await findProbed(deps, db, accountId, addresses)
  return candidates.filter(({ address }, at) => {
    const { mailbox, suppressed } = known[at]!
    return mailbox === 'unknown' && suppressed === null && !probed.has(address)
  })
}
