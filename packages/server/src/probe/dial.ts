import { connect, isIP, isIPv4, isIPv6, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { DnsClient } from '../platform/dns/client.ts'
import { createGuardedDial, type GuardedDial } from '../platform/outbound/guarded-dial.ts'
import { createHostResolver } from '../platform/outbound/host-addresses.ts'

export const SMTP_PORT = 25
const PROXY_MS = 10_000

export type ProbeDialOptions = {
  dns: Pick<DnsClient, 'ask'>
  /** The address that mail servers see. */
  address: string
  /** `socks5://user:password@host:port`; empty for none. */
  proxy: string
}

/**
 * Connects to public addresses on port 25 alone, and only in the family of the operator's address: from the other one, servers would see a
 * sender that was never checked. The host can be an address.
 */
export function createProbeDial({ dns, address, proxy }: ProbeDialOptions): GuardedDial {
  const lookUp = createHostResolver(dns)
  const resolveHost = async (host: string) => (isIP(host) ? [host] : lookUp(host))
  const isOfFamily = isIPv4(address) ? isIPv4 : isIPv6
  const isOwn = Object.values(networkInterfaces()).some((each) => each?.some((one) => one.address === address))
  return createGuardedDial({
    resolveHost: async (host) => (await resolveHost(host)).filter((each) => isOfFamily(each)),
    ports: [SMTP_PORT],
    ...(proxy && { through: (host, port) => openThroughProxy(proxy, host, port) }),
    // Behind NAT the address is on no interface; the router's choice is the only one.
    open: (host, port) => connect({ host, port, ...(isOwn && { localAddress: address }) }),
  })
}

/** `other_family`: the host has addresses, but none in the family of the operator's address. None where DNS does not answer. */
export type AddressesOf = (host: string) => Promise<readonly string[] | 'other_family'>

export function createAddressesOf({ dns, address }: Pick<ProbeDialOptions, 'dns' | 'address'>): AddressesOf {
  const resolveHost = createHostResolver(dns)
  const isOfFamily = isIPv4(address) ? isIPv4 : isIPv6
  return async (host) => {
    const all = await resolveHost(host).catch(() => [])
    const own = all.filter((each) => isOfFamily(each))
    return all.length > 0 && own.length === 0 ? 'other_family' : own
  }
}

/** Loaded only where a proxy is set. */
async function openThroughProxy(proxy: string, host: string, port: number): Promise<Socket> {
  const { SocksClient } = await import('socks')
  const { hostname, port: proxyPort, username, password } = new URL(proxy)
  const { socket } = await SocksClient.createConnection({
    proxy: {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(proxyPort || 1080),
      type: 5,
      ...(username && { accountId: decodeURIComponent(username), password: decodeURIComponent(password) }),
    },
    command: 'connect',
    destination: { host, port },
    timeout: PROXY_MS,
  })
  return socket
}
