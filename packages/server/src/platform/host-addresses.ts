import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'

export type HostResolverOptions = { servers: readonly string[]; timeoutMs: number; tries: number }

/** RFC 8305 §3 has the same rule: some name servers never answer about one of the families. */
const OTHER_FAMILY_MS = 250

/**
 * All addresses of a host, IPv4 first, from the configured name servers. Not from `dns.lookup`: that reads the machine's
 * hosts file, asks name servers of its own choice, and occupies a thread for each question. Once one family is there, the
 * other is waited for only a little. No address is an answer too; it throws when DNS gives none.
 */
export function createHostResolver({ servers, timeoutMs, tries }: HostResolverOptions) {
  const resolver = new Resolver({ timeout: timeoutMs, maxTimeout: timeoutMs, tries })
  if (servers.length > 0) resolver.setServers(servers)
  return async (host: string): Promise<readonly string[]> => {
    const found: { v4: readonly string[]; v6: readonly string[] } = { v4: [], v6: [] }
    const v4 = resolver.resolve4(host).then((addresses) => {
      found.v4 = addresses
    })
    const v6 = resolver.resolve6(host).then((addresses) => {
      found.v6 = addresses
    })
    const either = Promise.any([v4, v6]).then(
      () => sleep(OTHER_FAMILY_MS),
      () => undefined,
    )
    await Promise.race([Promise.allSettled([v4, v6]), either])
    const addresses = [...found.v4, ...found.v6]
    if (addresses.length === 0) for (const asked of await Promise.allSettled([v4, v6])) throwUnlessNone(asked)
    return addresses
  }
}

function throwUnlessNone(asked: PromiseSettledResult<void>): void {
  if (asked.status === 'rejected' && asked.reason.code !== NOTFOUND && asked.reason.code !== NODATA) throw asked.reason
}
