import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { type AddressInfo, createServer } from 'node:net'
import { SILENT_REGISTRIES } from '@mailsift/engine/registry-state'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { anyCharacters } from '../../../engine/test/support/any-characters.ts'
import { type RegistryEntry, readDomain } from '../../src/domains/rdap/read-domain.ts'
import { registryFactsAt } from '../../src/domains/registry-facts.ts'
import { readWhois } from '../../src/domains/whois/read-text.ts'
import { WHOIS_SERVERS } from '../../src/domains/whois/servers.ts'
import { createGuardedDial } from '../../src/platform/outbound/guarded-dial.ts'
import { useDns } from '../stand-ins/use.ts'
import { useTestDatabase } from '../support/database.ts'
import { DIALECTS as RDAP_DIALECTS } from './registry-dialects.ts'
import { MAIL_DOMAIN, MAIL_HOST, startFacts } from './support.ts'
import { WHOIS_TEXTS } from './whois-texts.ts'

const NOW = Date.parse('2026-06-15T12:00:00Z')

describe('the texts of the registries', () => {
  test.each(Object.entries(WHOIS_TEXTS))('.%s', (suffix, { text, free, expected }) => {
    const domain = `tulip-bulbs.${suffix}`
    const found = readWhois(text, domain)
    if (found?.state !== 'registered') throw new Error(`read as ${found?.state}`)
    const { statuses, nameservers, ...record } = expected
    expect(found.entry.record).toMatchObject(record)
    expect(found.entry.record.epp_statuses).toEqual(statuses ?? [])
    expect(found.entry.nameservers).toEqual(nameservers ?? null)
    expect(found.entry.record.provider).toEqual(expect.any(String))
    expect(registryFactsAt({ state: 'registered', ...found.entry }, NOW)).toMatchObject({
      known: true,
      flags: { domain_is_expired: false },
    })
    expect(readWhois(free, domain)).toEqual({ state: 'not_registered', reserved: false })
  })

  test.each([
    [
      'it',
      'Status:             pendingDelete / redemptionPeriod',
      ['pendingDelete', 'redemptionPeriod'],
      { domain_pending_delete: true },
    ],
    ['it', 'Status:             ok / autoRenewPeriod', ['ok', 'autoRenewPeriod'], { domain_pending_delete: false }],
    ['dk', 'Status:   Deactivated', ['serverHold'], { domain_on_registry_hold: true }],
    ['dk', 'Status:   Reserved', ['reserved'], { domain_is_registry_reserved: true }],
    ['ro', 'Domain Status: Hold', ['serverHold'], { domain_on_registry_hold: true }],
    ['se', 'state: system\nstatus: inactive', ['inactive', 'reserved'], { domain_is_registry_reserved: true }],
    ['jp', '[Status]    Reserved', ['reserved'], { domain_is_registry_reserved: true }],
    [
      'se',
      'registry-lock:    locked\nstatus:           ok',
      ['ok', 'serverUpdateProhibited', 'serverDeleteProhibited', 'serverTransferProhibited'],
      { domain_update_locked: true, domain_delete_locked: true, domain_transfer_locked: true },
    ],
    ['be', 'Status:\tQUARANTINE', ['redemptionPeriod'], { domain_pending_delete: true }],
    ['se', 'state:            active\nstatus:           serverHold', ['serverHold'], { domain_on_registry_hold: true }],
    [
      'tr',
      'Domain Status: Active\nTransfer Status: The domain is LOCKED to transfer.',
      ['ok', 'transferProhibited'],
      { domain_transfer_locked: true },
    ],
    ['tr', 'Domain Status: Active\nTransfer Status: -', ['ok'], { domain_transfer_locked: false }],
    [
      'jp',
      '[State]   Connected (2027/01/31)\n[Lock Status]   DomainTransferLocked\n[Lock Status]   AgentChangeLocked',
      ['ok', 'transferProhibited'],
      { domain_transfer_locked: true },
    ],
  ])('the words of .%s about a status: %j', (suffix, lines, statuses, flags) => {
    const found = readWhois(`Domain: tulip-bulbs.${suffix}\n${lines}\nCreated: 2010-01-02\n`, `tulip-bulbs.${suffix}`)
    if (found?.state !== 'registered') throw new Error(`read as ${found?.state}`)
    expect(found.entry.record.epp_statuses).toEqual(statuses)
    expect(registryFactsAt({ state: 'registered', ...found.entry }, NOW)).toMatchObject({ flags })
  })

  test.each([
    ['it', 'Signed:             yes', true],
    ['it', 'Signed:             no', false],
    ['it', 'Signed:             no\n\nRegistrar\n  Organization:   Garden\n  DNSSEC:         yes\n', false],
    ['eu', 'Keys:\n        keyTag:34023 flags:KSK protocol:3 algorithm:RSA pubKey:AwEAAb\n', true],
    ['eu', 'Keys:\n        flags:KSK protocol:3 algorithm:RSA_SHA256 pubKey:AwEAAc\n', true],
    ['eu', 'Keys:\n\nFlags:\n', false],
    ['be', 'Keys:\n\tkeyTag:1234 flags:KSK protocol:3 algorithm:13 pubKey:AwEAAb\n', true],
    ['jp', '[Signing Key]                   2371 13 2 (', true],
    ['jp', '[Signing Key]', false],
  ])('the words of .%s about DNSSEC: %j', (suffix, line, isSigned) => {
    const found = readWhois(`Domain: tulip-bulbs.${suffix}\n${line}\nCreated: 2010-01-02\n`, `tulip-bulbs.${suffix}`)
    expect(found).toMatchObject({ entry: { record: { dnssec_signed: isSigned } } })
  })

  test.each([
    ['cn', 'Sorry, The domain you requested is in the reserved list.'],
    ['cn', 'The domain you requested is prohibited.'],
    ['it', 'Domain:             tulip-bulbs.it\nStatus:             RESERVED'],
    ['it', 'Domain:             tulip-bulbs.it\nStatus:             UNASSIGNABLE'],
    ['eu', 'Domain: tulip-bulbs.eu\nStatus: RESERVED'],
    ['eu', 'Domain: tulip-bulbs.eu\nStatus: BLOCKED'],
    ['za', 'Reserved\nDomain: tulip-bulbs.za'],
    ['us', 'This name is reserved by the Registry in accordance with its policy.'],
  ])('the words of .%s for a reserved name: %j', (suffix, text) => {
    expect(readWhois(`% Copyright. All rights reserved.\n${text}\n`, `tulip-bulbs.${suffix}`)).toEqual({
      state: 'not_registered',
      reserved: true,
    })
  })

  test('name servers with labels of one letter are kept', () => {
    const text = WHOIS_TEXTS.be!.text.replaceAll('ns1.garden', 'a.ns.garden')
    expect(readWhois(text, 'tulip-bulbs.be')).toMatchObject({
      entry: { nameservers: ['a.ns.garden.example', 'ns2.garden.example'] },
    })
  })

  test('an internationalized name is recognized beside the form that people read', () => {
    const text = WHOIS_TEXTS.se!.text.replace('tulip-bulbs.se', 'xn--blomma-fua.se (blömma.se)')
    expect(readWhois(text, 'xn--blomma-fua.se')).toMatchObject({ entry: { nameservers: { length: 2 } } })
  })

  test('the day of connection is not the day of registration', () => {
    const text =
      '[Domain Name]  TULIP-BULBS.JP\n[Connected Date]  2012/03/04\n[Last Update] 2025/02/03 01:05:04 (JST)\n'
    expect(readWhois(text, 'tulip-bulbs.jp')).toMatchObject({ entry: { record: { registered_at: null } } })
  })

  const FAULTS = [
    ...[
      '404 Not Found',
      'Error: database not found',
      'Backend not found.',
      'whois: no match in cache',
      'Host not found',
    ],
    ...['Query limit exceeded. Try again later.', 'No entries found: quota exceeded', 'Too many requests', 'Denied'],
    ...[
      'Service temporarily unavailable.',
      '-1: Still in grace period, wait 7777777 seconds',
      '-3: IP address blocked',
    ],
    ...[
      '% Excessive querying, grace period of 2 seconds',
      '% Maximum queries per hour reached (100)',
      'Internal error',
    ],
    ...['query_status: 440 Request Denied', '# Too many connections.', '<html><title>Not found</title></html>'],
    ...['The page is available at our website', 'no data found for your account', 'Not available', 'free'],
  ]

  test('a fault is not read as a free name at any registry', () => {
    for (const suffix of WHOIS_SERVERS.keys())
      for (const fault of FAULTS)
        expect([suffix, fault, readWhois(fault, `tulip-bulbs.${suffix}`)?.state]).toEqual([suffix, fault, undefined])
  })

  test('the sentence of one registry about free names is that of no other', () => {
    for (const [suffix, { free }] of Object.entries(WHOIS_TEXTS)) {
      const about = (other: string) => free.replaceAll(`tulip-bulbs.${suffix}`, `orchid.${other}`)
      expect(readWhois(about(suffix), `orchid.${suffix}`)?.state).toBe('not_registered')
      expect(readWhois(free, `orchid.${suffix}`)?.state).toBe(free.includes('tulip') ? undefined : 'not_registered')
    }
    expect(readWhois(WHOIS_TEXTS.jp!.free, 'tulip-bulbs.at')).toBeUndefined()
    expect(readWhois(WHOIS_TEXTS.at!.free, 'tulip-bulbs.jp')).toBeUndefined()
  })

  test('a text about another name, or one that is not understood, says nothing', () => {
    expect(readWhois(WHOIS_TEXTS.us!.text, 'other.us')).toBeUndefined()
    expect(readWhois('Welcome!\r\nPlease use our web form.\r\n', 'tulip-bulbs.us')).toBeUndefined()
    fc.assert(
      fc.property(anyCharacters({ maxLength: 500 }), (text) => {
        const found = readWhois(text, 'tulip-bulbs.us')
        expect(found === undefined || found.state === 'not_registered').toBe(true)
      }),
    )
  })
})

type WhoisServer = { address: string; lines: string[] }

async function useWhois(answer: (line: string) => string | Buffer | undefined): Promise<WhoisServer> {
  const lines: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', (data) => {
      lines.push(data.toString())
      const text = answer(data.toString().trim())
      if (text !== undefined) socket.end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, lines }
}

const zone = { 'tulip-bulbs.us': MAIL_DOMAIN, 'www.tulip-bulbs.us': MAIL_DOMAIN, 'mx.test': MAIL_HOST }

test('a domain without RDAP is looked up at the WHOIS server of its registry, once, by its registrable name', async () => {
  const { db } = await useTestDatabase()
  const whois = await useWhois(() => WHOIS_TEXTS.us!.text)
  const facts = startFacts(db, await useDns(zone), undefined, { whois: { suffix: 'us', address: whois.address } })
  for (const domain of ['www.tulip-bulbs.us', 'tulip-bulbs.us'])
    expect(await facts.lookUp(domain, 5_000)).toMatchObject({
      value: { registry: { known: true, record: { registrar_name: 'Garden Names LLC', registrar_iana_id: '9994' } } },
    })
  expect(whois.lines).toEqual(['tulip-bulbs.us\r\n'])
})

test.each([
  ['closes without a word', () => ''],
  ['sends a web page', () => '<html><body>It works!</body></html>'],
  ['sends without end', () => Buffer.alloc(200_000, 'a')],
  ['wants fewer questions', () => 'Query limit exceeded. Try again later.'],
])('a WHOIS server that %s leaves the registry unknown', async (_, answer) => {
  const { db } = await useTestDatabase()
  const whois = await useWhois(answer)
  const facts = startFacts(db, await useDns(zone), undefined, { whois: { suffix: 'us', address: whois.address } })
  expect(await facts.lookUp('tulip-bulbs.us', 2_000)).toMatchObject({
    known: true,
    value: { registry: { known: false } },
  })
})

test('a text that is not understood slows the next requests down', async () => {
  const { db } = await useTestDatabase()
  const whois = await useWhois(() => 'Database not found')
  const other = { ...zone, 'other.us': MAIL_DOMAIN }
  const facts = startFacts(db, await useDns(other), undefined, { whois: { suffix: 'us', address: whois.address } })
  for (const domain of ['tulip-bulbs.us', 'other.us'])
    expect(await facts.lookUp(domain, 2_000)).toMatchObject({ value: { registry: { known: false } } })
  expect(whois.lines).toEqual(['tulip-bulbs.us\r\n'])
})

test('only public addresses are dialled, and only the port of WHOIS', async () => {
  const dialled: string[] = []
  const dial = createGuardedDial({
    ports: [43],
    resolveHost: async (host) => (host === 'inside.test' ? ['127.0.0.1', '10.0.0.1', '::1'] : ['8.8.8.8']),
    open(address, port) {
      dialled.push(`${address}:${port}`)
      throw new Error('recorded, never dialled')
    },
  })
  expect(await dial('inside.test', 43)).toBeUndefined()
  expect(await dial('outside.test', 25)).toBeUndefined()
  expect(dialled).toEqual([])
  await expect(dial('outside.test', 43)).rejects.toThrow('recorded')
  expect(dialled).toEqual(['8.8.8.8:43'])
})

const COLUMNS: readonly [title: string, isRead: (entry: RegistryEntry) => boolean][] = [
  ['registered', ({ record }) => record.registered_at !== null],
  ['expires', ({ record }) => record.expires_at !== null],
  ['changed', ({ record }) => record.last_changed_at !== null],
  ['registrar', ({ record }) => record.registrar_name !== null],
  ['IANA id', ({ record }) => record.registrar_iana_id !== null],
  ['abuse contact', ({ record }) => record.has_abuse_contact],
  ['status', ({ record }) => record.epp_statuses.length > 0],
  ['name servers', ({ nameservers }) => nameservers !== null],
]

function rowOf(suffix: string, source: string, entry: RegistryEntry): string {
  return `| .${suffix} | ${source} | ${COLUMNS.map(([, isRead]) => (isRead(entry) ? 'yes' : '–')).join(' | ')} |`
}

test('the document lists what is read from each registry', () => {
  const document = readFileSync(new URL('../../../../docs/registries.md', import.meta.url), 'utf8')
  const whois = Object.entries(WHOIS_TEXTS).map(([suffix, { text }]) => {
    const found = readWhois(text, `tulip-bulbs.${suffix}`)
    if (found?.state !== 'registered') throw new Error(`.${suffix} was not read`)
    return rowOf(suffix, `\`${new URL(WHOIS_SERVERS.get(suffix)!).hostname}\``, found.entry)
  })
  const rdap = RDAP_DIALECTS.filter(({ suffix }) => suffix !== undefined).map(({ domain, host, answer, suffix }) =>
    rowOf(suffix!, `\`${host}\``, readDomain(answer, { domain, host })!),
  )
  const rows = [
    ...whois.sort(),
    ...SILENT_REGISTRIES.map((suffix) => `| .${suffix} | publishes nothing | ${COLUMNS.map(() => '–').join(' | ')} |`),
  ]
  expect(document).toContain([...rows, ...rdap].join('\n'))
})

test('every suffix that has a server has a text that is understood', () => {
  expect([...WHOIS_SERVERS.keys()].filter((suffix) => suffix !== 'su').sort()).toEqual(Object.keys(WHOIS_TEXTS).sort())
})
