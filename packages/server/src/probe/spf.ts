// Whether a domain's SPF record (RFC 7208) lets an address send for it. For the operator's own domain before the first probe: small and strict,
// because the libraries for receivers (mailauth) bring a mail parser and their own resolvers.
import ipaddr from 'ipaddr.js'
import type { DnsClient } from '../platform/dns/client.ts'

export type SpfResult = 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'unreadable' | 'unknown'

/** RFC 7208 §4.6.4. */
const LOOKUPS_MAX_COUNT = 10
const RESULTS = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' } as const
const TERM = /^([+?~-]?)(all|include|a|mx|ip4|ip6)(?::([^/]*[^/:]))?(?:\/(\d{1,3}))?(?:\/\/(\d{1,3}))?$/i
const IP_TERM = /^([+?~-]?)ip[46]:([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i

class Stopped extends Error {
  readonly result: SpfResult

  constructor(result: SpfResult) {
    super(result)
    this.result = result
  }
}

export async function checkSpf(
  { dns }: { dns: Pick<DnsClient, 'ask'> },
  { domain, address }: { domain: string; address: string },
): Promise<SpfResult> {
  let lookups = 0
  const wanted = ipaddr.process(address)
  const addressType = wanted.kind() === 'ipv4' ? 'A' : 'AAAA'

  async function look(name: string, type: 'A' | 'AAAA' | 'MX' | 'TXT'): Promise<readonly unknown[]> {
    const reply = await dns.ask(name, type)
    if (!reply.known) throw new Stopped('unknown')
    return reply.records
  }
  const countLookup = () => {
    if (++lookups > LOOKUPS_MAX_COUNT) throw new Stopped('unreadable')
  }
  const isWithin = (network: string, bits: number | undefined): boolean => {
    const base = ipaddr.process(network)
    return base.kind() === wanted.kind() && wanted.match(base, bits ?? base.toByteArray().length * 8)
  }
  const hostHas = async (host: string, bits: number | undefined) =>
    (await look(host, addressType)).some((each) => isWithin(String(each), bits))

  async function matches(name: string, kind: string, target: string, bits: number | undefined): Promise<boolean> {
    if (kind === 'all') return true
    countLookup()
    if (kind === 'include') return (await check(target)) === 'pass'
    if (kind === 'a') return hostHas(target || name, bits)
    const hosts = (await look(target || name, 'MX')) as { exchange: string }[]
    for (const { exchange } of hosts.slice(0, LOOKUPS_MAX_COUNT)) if (await hostHas(exchange, bits)) return true
    return false
  }

  async function check(name: string): Promise<SpfResult> {
    const texts = (await look(name, 'TXT')).map((data) => Buffer.concat([data as Buffer | Buffer[]].flat()).toString())
    const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text))
    if (records.length === 0) return 'none'
    if (records.length > 1) throw new Stopped('unreadable')
    const terms = records[0]!.split(/ +/).slice(1).filter(Boolean)
    for (const term of terms.filter((each) => !/^[a-z][\w.-]*=/i.test(each))) {
      const found = await tryTerm(name, term)
      if (found) return found
    }
    const redirect = terms.find((each) => /^redirect=/i.test(each))?.slice('redirect='.length)
    if (redirect === undefined) return 'neutral'
    countLookup()
    return check(redirect)
  }

  async function tryTerm(name: string, term: string): Promise<SpfResult | undefined> {
    const network = IP_TERM.exec(term)
    if (network) {
      const [, sign, base = '', bits] = network
      if (!ipaddr.isValid(base)) throw new Stopped('unreadable')
      return isWithin(base, bits === undefined ? undefined : Number(bits)) ? resultOf(sign) : undefined
    }
    const match = TERM.exec(term)
    // Macros, exists and ptr depend on more than the address; an operator's own record needs none of them.
    if (!match || /%/.test(term)) throw new Stopped('unreadable')
    const [, sign, kind = '', target = '', bits4, bits6] = match
    const bits = addressType === 'A' ? bits4 : bits6
    const isMatch = await matches(name, kind.toLowerCase(), target, bits === undefined ? undefined : Number(bits))
    return isMatch ? resultOf(sign) : undefined
  }

  try {
    return await check(domain)
  } catch (error) {
    if (error instanceof Stopped) return error.result
    throw error
  }
}

function resultOf(sign: string | undefined): SpfResult {
  return RESULTS[(sign || '+') as keyof typeof RESULTS]
}
