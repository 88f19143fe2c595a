import ipaddr from 'ipaddr.js'

const IPV4_BYTES = 24 / 8
const IPV6_BYTES = 56 / 8

/**
 * The network of a client, as bytes: a /24 of IPv4 or the /56 that an IPv6 household commonly has. Changing one's address
 * within it gives no new allowance.
 */
export function networkOf(address: string): Buffer {
  if (!ipaddr.isValid(address)) return Buffer.from(address)
  const parsed = ipaddr.process(address)
  return Buffer.from(parsed.toByteArray().slice(0, parsed.kind() === 'ipv4' ? IPV4_BYTES : IPV6_BYTES))
}
