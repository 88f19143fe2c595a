// The other side of bench:domains, in its own process: 20,000 domains with mail, and a registry for them.
import { startDnsServer, type ZoneEntry } from '../test/stand-ins/dns-server.ts'
import { registered, startRdapServer } from '../test/stand-ins/rdap-server.ts'

export type StandInsReady = { dnsAddress: string; rdapOrigin: string }
export type StandInsCounts = {
  byType: Record<string, number>
  mostMxPerDomain: number
  rdap: number
  rdapAtOnce: number
}

const [latencyMs, rdapDelayMs, mailHosts] = process.argv.slice(2).map(Number) as [number, number, number]

function entryOf(name: string): ZoneEntry | undefined {
  const domain = /^d(\d+)\.bench$/.exec(name)
  if (domain) return { MX: [[10, `mx${Number(domain[1]) % mailHosts}.hosts.bench`]], NS: ['ns1.hosts.bench'] }
  return name.endsWith('.hosts.bench') ? { A: ['8.8.8.8'] } : undefined
}

const dns = await startDnsServer(entryOf, { latencyMs })
const rdap = await startRdapServer((path) => ({
  ...registered(path.slice('/domain/'.length)),
  delayMs: rdapDelayMs,
}))

/** Queries since the last count. */
function countQuestions(): Pick<StandInsCounts, 'byType' | 'mostMxPerDomain'> {
  const byType: Record<string, number> = {}
  const perDomain = new Map<string, number>()
  for (const { name, type } of dns.takeQuestions()) {
    byType[type] = (byType[type] ?? 0) + 1
    if (type === 'MX') perDomain.set(name, (perDomain.get(name) ?? 0) + 1)
  }
  return { byType, mostMxPerDomain: Math.max(0, ...perDomain.values()) }
}

process.on('message', () => {
  const counts: StandInsCounts = {
    ...countQuestions(),
    rdap: rdap.requests.splice(0).length,
    rdapAtOnce: rdap.mostAtOnce(),
  }
  process.send?.(counts)
})
process.send?.({ dnsAddress: dns.address, rdapOrigin: rdap.origin } satisfies StandInsReady)
