import { describe, expect, onTestFinished, test } from 'vitest'
import { createDnsClient } from '../../src/platform/dns/client.ts'
import { type Check, type Identity, runSelfTest } from '../../src/probe/self-test.ts'
import { checkSpf } from '../../src/probe/spf.ts'
import type { Zone, ZoneEntry } from '../stand-ins/dns-server.ts'
import { openSocket, type Script, useSmtp } from '../stand-ins/smtp.ts'
import { useDns } from '../stand-ins/use.ts'

const IDENTITY: Identity = { heloName: 'probe.example.com', sender: 'postmaster@example.com', address: '8.8.4.4' }

const ZONE: Zone = {
  'probe.example.com': { A: ['8.8.4.4'] },
  '4.4.8.8.in-addr.arpa': { PTR: ['probe.example.com'] },
  'example.com': { MX: [[10, 'mx.example.com']], TXT: ['v=spf1 ip4:8.8.4.0/24 -all'] },
  '4.4.8.8.list.test': { nxdomain: true },
  '2.0.0.127.list.test': { A: ['127.0.0.2'] },
}

async function useClient(zone: Zone) {
  const { address } = await useDns(zone)
  const options = { timeoutMs: 200, tries: 1, budgetMs: 500 }
  const dns = createDnsClient({ servers: [address], fallbackServers: [], ...options })
  onTestFinished(() => dns.close())
  return dns
}

type Changes = { zone?: Record<string, ZoneEntry>; greeter?: Script | 'away'; own?: Script }

async function failuresWith({ zone = {}, greeter = {}, own = {} }: Changes): Promise<Check[]> {
  const dns = await useClient({ ...ZONE, ...zone })
  const ports: Record<string, number | undefined> = {
    'greet.test': greeter === 'away' ? undefined : (await useSmtp(greeter)).port,
    'mx.example.com': (await useSmtp(own)).port,
  }
  const dial = async (host: string) => (ports[host] === undefined ? undefined : openSocket(ports[host]))
  const blocklists = ['address:list.test=https://list.test/terms']
  const checks = await runSelfTest({ dns, dial, blocklists, greetHost: 'greet.test' }, IDENTITY)
  return checks.filter(({ passed }) => !passed)
}

describe('the self-test', () => {
  test('passes where name, address, sender and port fit together', async () => {
    expect(await failuresWith({ greeter: { ehlo: '250 greet.test at your service, [8.8.4.4]' } })).toEqual([])
  })

  test.each([
    [
      'forward',
      { zone: { 'probe.example.com': { A: ['8.8.8.8'] } } },
      /resolves to 8\.8\.8\.8, not to 8\.8\.4\.4.*A record/,
    ],
    ['forward', { zone: { 'probe.example.com': {} } }, /has no A record/],
    ['forward', { zone: { 'probe.example.com': { fault: 'servfail' } } }, /Could not find out/],
    ['reverse', { zone: { '4.4.8.8.in-addr.arpa': { PTR: ['static.isp.test'] } } }, /is static\.isp\.test, not probe/],
    ['reverse', { zone: { '4.4.8.8.in-addr.arpa': { nxdomain: true } } }, /is missing.*reverse DNS/],
    [
      'spf',
      { zone: { 'example.com': { ...ZONE['example.com'], TXT: ['v=spf1 ip4:8.8.8.8 -all'] } } },
      /forbids.*ip4:8\.8\.4\.4/,
    ],
    ['spf', { zone: { 'example.com': { ...ZONE['example.com'], TXT: ['hello'] } } }, /no SPF record/],
    ['port_25', { greeter: 'away' }, /No connection to greet\.test on port 25/],
    ['port_25', { greeter: { greeting: '554 5.7.1 blocked' } }, /refuses this service: 554 blocked/],
    ['port_25', { greeter: { ehlo: '250 greet.test Hello [8.8.8.8]' } }, /sees the address 8\.8\.8\.8/],
    [
      'sender',
      { own: { rcpt: () => '550 5.1.1 User unknown' } },
      /does not accept mail for postmaster@example\.com: 550 User unknown/,
    ],
    ['blocklists', { zone: { '4.4.8.8.list.test': { A: ['127.0.0.2'] } } }, /listed at list\.test/],
    ['blocklists', { zone: { '2.0.0.127.list.test': { nxdomain: true } } }, /did not answer this resolver/],
  ] satisfies [string, Changes, RegExp][])('explains a failed check of %s', async (name, changes, message) => {
    expect(await failuresWith(changes)).toEqual([{ name, passed: false, message: expect.stringMatching(message) }])
  })

  test('says of a domain without a mail server that it cannot receive', async () => {
    const failed = await failuresWith({ zone: { 'example.com': { TXT: ['v=spf1 ip4:8.8.4.4 -all'] } } })
    expect(failed.map(({ name }) => name)).toEqual(['sender_mx', 'sender'])
    expect(failed[0]!.message).toContain('has no mail server (MX record)')
  })
})

describe('SPF', () => {
  const ENTRIES: Zone = {
    'mx.test': { A: ['8.8.4.4'] },
    'all.test': { TXT: ['v=spf1 +all'] },
    'include.test': { TXT: ['v=spf1 include:other.test ~all'], MX: [[1, 'mx.test']], A: ['1.1.1.1'] },
    'other.test': { TXT: ['v=spf1 ip4:8.8.4.4 -all'] },
    'redirect.test': { TXT: ['v=spf1 redirect=other.test'] },
    'mx-only.test': { TXT: ['v=spf1 mx -all'], MX: [[1, 'mx.test']] },
    'a.test': { TXT: ['v=spf1 a:mx.test/24 -all'] },
    'six.test': { TXT: ['v=spf1 ip6:2001:db8::/32 ?all'] },
    'macro.test': { TXT: ['v=spf1 exists:%{i}.test -all'] },
    'twice.test': { TXT: ['v=spf1 -all', 'v=spf1 +all'] },
    'loop.test': { TXT: ['v=spf1 include:loop.test -all'] },
    'none.test': { TXT: ['v=spf10 +all'] },
    'minus.test': { TXT: ['v=spf1 -ip4:8.8.4.4 +all'] },
  }

  test.each([
    ['all.test', 'pass'],
    ['include.test', 'pass'],
    ['redirect.test', 'pass'],
    ['mx-only.test', 'pass'],
    ['a.test', 'pass'],
    ['six.test', 'neutral'],
    ['macro.test', 'unreadable'],
    ['twice.test', 'unreadable'],
    ['loop.test', 'unreadable'],
    ['none.test', 'none'],
    ['minus.test', 'fail'],
  ])('of %s is %s', async (domain, result) => {
    const dns = await useClient(ENTRIES)
    expect(await checkSpf({ dns }, { domain, address: '8.8.4.4' })).toBe(result)
  })
})
