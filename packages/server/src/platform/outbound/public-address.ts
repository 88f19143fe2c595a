import ipaddr from 'ipaddr.js'

const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** Azure's host agent answers on this otherwise public address from inside every virtual machine. */
const AZURE_WIRE_SERVER = '168.63.129.16'

/**
 * True for an address that anybody on the Internet may be reached at; false for everything private, local, reserved,
 * or wrapping another address (IPv4-mapped and -compatible, NAT64, 6to4, Teredo), and for what is no address at all.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address))
    return ipaddr.IPv4.parse(address).range() === 'unicast' && address !== AZURE_WIRE_SERVER
  if (!ipaddr.IPv6.isValid(address) || address.includes('%')) return false
  const parsed = ipaddr.IPv6.parse(address)
  // IANA has given out global unicast addresses from 2000::/3 only; this alone refuses ::/96 and both NAT64 prefixes.
  return parsed.match(GLOBAL_UNICAST_V6) && parsed.range() === 'unicast'
}
