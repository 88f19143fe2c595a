import { Resolver } from 'node:dns/promises'

export type HostResolverOptions = { servers: readonly string[]; timeoutMs: number; tries: number }

/**
 * All addresses of a host, IPv4 first, from the configured name servers. Not from `dns.lookup`: that reads the machine's
 * hosts file, asks name servers of its own choice, and occupies a thread for each question.
 */
export function createHostResolver({ servers, timeoutMs, tries }: HostResolverOptions) {
  const resolver = new Resolver({ timeout: timeoutMs, maxTimeout: timeoutMs, tries })
  if (servers.length > 0) resolver.setServers(servers)
  return async (host: string): Promise<readonly string[]> => {
    const families = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []))
    if (addresses.length === 0) throw new Error('No address was found')
    return addresses
  }
}
