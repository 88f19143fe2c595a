import ipaddr from 'ipaddr.js'

type PrefixBits = { ipv4: number; ipv6: number }

/** One client: an IPv4 address, or the /64 that every IPv6 customer has to itself. */
export function clientNetworkOf(address: string): string {
  return networkOf(address, { ipv4: 32, ipv6: 64 })
}

/** A household or an office: a /24 of IPv4, or the /56 that an IPv6 customer commonly has. */
export function siteNetworkOf(address: string): string {
  return networkOf(address, { ipv4: 24, ipv6: 56 })
}

/** In CIDR notation; a whole address without its length. What is no address stays as it is. */
function networkOf(address: string, bits: PrefixBits): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  const bytes = parsed.toByteArray()
  const length = bits[parsed.kind()]
  if (length === bytes.length * 8) return parsed.toString()
  return `${ipaddr.fromByteArray(bytes.fill(0, length / 8)).toString()}/${length}`
}
