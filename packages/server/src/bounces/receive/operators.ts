// Who runs the mail of a report's recipient: the operator of its domain's mail hosts where they are known, else the server that speaks.
import { registrableDomain } from '@mailsift/engine'
import { storedMailHosts } from '../../domains/facts.ts'
import { formsOf, type HashDeps } from '../../mailboxes/hash.ts'
import type { Db } from '../../platform/database/database.ts'

type Spoken = { address: string; host?: string | undefined }

/** In the order of the reports; undefined where neither is known. No lookup is made. */
export async function operatorsOf(
  { db, engine }: HashDeps & { db: Db },
  reports: readonly Spoken[],
): Promise<(string | undefined)[]> {
  const domains = reports.map(({ address }) => formsOf(engine, address)?.domain)
  const hosts = await storedMailHosts(db, new Set(domains.filter((domain) => domain !== undefined)))
  return reports.map(({ host }, at) => rootOf(hosts.get(domains[at] ?? '')) ?? rootOf(host))
}

function rootOf(host: string | undefined): string | undefined {
  return host === undefined ? undefined : (registrableDomain(host.trim().toLowerCase().replace(/\.$/, '')) ?? undefined)
}
