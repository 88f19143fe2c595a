import ipaddr from 'ipaddr.js'

/** The address in the order of names: octets of IPv4, nibbles of IPv6 (RFC 5782 §2.1 and §2.4, RFC 3596 §2.5). */
export function reversedAddress(address: string): string {
  const bytes = ipaddr.parse(address).toByteArray()
  const labels = bytes.length === 4 ? bytes.map(String) : [...Buffer.from(bytes).toString('hex')]
  return labels.reverse().join('.')
}

/** The name whose PTR record has the host of the address. */
export function reverseNameOf(address: string): string {
  return `${reversedAddress(address)}.${ipaddr.IPv4.isValid(address) ? 'in-addr' : 'ip6'}.arpa`
}
