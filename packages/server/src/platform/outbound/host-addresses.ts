import { setTimeout as sleep } from 'node:timers/promises'
import type { DnsClient } from '../dns/client.ts'

/** RFC 8305 §3 has the same rule: some name servers never answer about one of the families. */
const OTHER_FAMILY_MS = 250

/**
 * All addresses of a host, IPv4 first, from the configured name servers. Not from `dns.lookup`: that reads the machine's
 * hosts file, queries name servers of its own choice, and occupies a thread for each question. Once one family is there, the
 * other is waited for only a little. No address is an answer too; it throws when DNS gives none.
 */
export function createHostResolver(dns: Pick<DnsClient, 'ask'>) {
  return async (host: string): Promise<readonly string[]> => {
    const found: { v4: readonly string[]; v6: readonly string[] } = { v4: [], v6: [] }
    const askFor = async (family: 'v4' | 'v6', type: 'A' | 'AAAA') => {
      const reply = await dns.ask(host, type)
      if (!reply.known) throw new Error(`DNS did not answer: ${reply.reason}`)
      found[family] = reply.records as string[]
    }
    const both = [askFor('v4', 'A'), askFor('v6', 'AAAA')]
    const either = Promise.any(both).then(
      () => sleep(OTHER_FAMILY_MS),
      () => undefined,
    )
    await Promise.race([Promise.allSettled(both), either])
    const addresses = [...found.v4, ...found.v6]
    if (addresses.length === 0) await Promise.all(both)
    return addresses
  }
}
