import ipaddr from 'ipaddr.js'

const IPV6_SITE_BITS = 64

/** What one client can be told apart by: an IPv4 address, or the /64 that every IPv6 customer has to itself. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const bytes = parsed.toByteArray().slice(0, IPV6_SITE_BITS / 8)
  return `${ipaddr.fromByteArray([...bytes, ...bytes.map(() => 0)]).toString()}/${IPV6_SITE_BITS}`
}
