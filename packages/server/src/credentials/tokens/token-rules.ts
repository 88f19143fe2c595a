// Scopes, networks and rate limit of a token: read once when the token is looked up, checked with every request.
import { DEFAULT_TOKEN_SCOPES, type TokenLimit, type TokenScope } from '@mailsift/contract'
import ipaddr from 'ipaddr.js'

export type TokenRules = {
  scopes: readonly TokenScope[]
  /** Null when it may come from anywhere. */
  isAllowedFrom: ((ip: string) => boolean) | null
  limit: Readonly<TokenLimit> | null
}

export type StoredRules = {
  scopes: readonly TokenScope[]
  networks: readonly string[]
  limit_requests: number | null
  limit_window_seconds: number | null
}

/** Null for the default scopes without restrictions, so that most tokens cost one comparison. */
export function rulesOf({ scopes, networks, limit_requests, limit_window_seconds }: StoredRules): TokenRules | null {
  const hasDefaultScopes =
    scopes.length === DEFAULT_TOKEN_SCOPES.length && DEFAULT_TOKEN_SCOPES.every((scope) => scopes.includes(scope))
  if (hasDefaultScopes && networks.length === 0 && limit_requests === null) return null
  return Object.freeze<TokenRules>({
    scopes,
    isAllowedFrom: networks.length > 0 ? withinAny(networks) : null,
    limit:
      limit_requests === null
        ? null
        : Object.freeze({ requests: limit_requests, window_seconds: limit_window_seconds! }),
  })
}

function withinAny(networks: readonly string[]): (ip: string) => boolean {
  const ranges = networks.map((network) => ipaddr.parseCIDR(network))
  return (ip) => {
    if (!ipaddr.isValid(ip)) return false
    const address = ipaddr.process(ip)
    return ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))
  }
}

const MAPPED_PREFIX_BITS = 96

/** An address or a range, as the range it stands for with nothing beside its prefix; undefined for anything else. */
export function parseNetwork(text: string): string | undefined {
  try {
    const [address, bits] = withoutMapping(text.includes('/') ? ipaddr.parseCIDR(text) : withAllBits(text))
    const parser = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
    return `${parser.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`
  } catch {
    return undefined
  }
}

/** A caller's `::ffff:192.0.2.7` is compared as 192.0.2.7, so a range of such addresses is one of IPv4. */
function withoutMapping([address, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_PREFIX_BITS)
    return [address.toIPv4Address(), bits - MAPPED_PREFIX_BITS]
  return [address, bits]
}

function withAllBits(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  // "10.1" and "0x7f.1" are addresses to some programs, and never what somebody meant.
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) throw new Error('no address')
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
