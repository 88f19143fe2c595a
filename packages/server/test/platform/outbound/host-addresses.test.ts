import { expect, onTestFinished, test } from 'vitest'
import { createDnsClient } from '../../../src/platform/dns/client.ts'
import { createHostResolver } from '../../../src/platform/outbound/host-addresses.ts'
import type { ZoneEntry } from '../../stand-ins/dns-server.ts'
import { useDns } from '../../stand-ins/use.ts'

const V4 = '93.184.216.34'
const V6 = '2606:2800:220:1::1'
/** Longer than any test may take: one that waits for the silent family does not end. */
const PATIENCE_MS = 3_600_000

async function addressesOf(entry: ZoneEntry) {
  const dns = await useDns({ 'host.test': entry })
  const options = {
    servers: [dns.address],
    fallbackServers: [],
    timeoutMs: PATIENCE_MS,
    tries: 1,
    budgetMs: PATIENCE_MS,
  }
  const client = createDnsClient(options)
  onTestFinished(() => client.close())
  return createHostResolver(client)('host.test')
}

test('all addresses are found, those of IPv4 first', async () => {
  expect(await addressesOf({ A: [V4], AAAA: [V6] })).toEqual([V4, V6])
  expect(await addressesOf({ AAAA: [V6] })).toEqual([V6])
})

test.each([
  ['A', V6],
  ['AAAA', V4],
])('an address family without an answer (%s) does not hold up the other', async (faultType, address) => {
  expect(await addressesOf({ A: [V4], AAAA: [V6], fault: 'silent', faultType })).toEqual([address])
})

test('that there is no address is an answer; a failed lookup is an error', async () => {
  expect(await addressesOf({})).toEqual([])
  expect(await addressesOf({ nxdomain: true })).toEqual([])
  await expect(addressesOf({ fault: 'servfail' })).rejects.toThrow()
  await expect(addressesOf({ fault: 'servfail', faultType: 'AAAA' })).rejects.toThrow()
})
