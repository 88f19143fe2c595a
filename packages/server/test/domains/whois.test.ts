import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { type AddressInfo, createServer } from 'node:net'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { anyCharacters } from '../../../engine/test/support/any-characters.ts'
import { registryFactsAt } from '../../src/domains/registry-facts.ts'
import { readWhois } from '../../src/domains/whois/read-text.ts'
import { WHOIS_SERVERS } from '../../src/domains/whois/servers.ts'
import { createGuardedDial } from '../../src/platform/outbound/guarded-dial.ts'
import { useDns } from '../stand-ins/use.ts'
import { useTestDatabase } from '../support/database.ts'
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
    ['jp', '[Signing Key]                   2371 13 2 (', true],
    ['jp', '[Signing Key]', false],
  ])('the words of .%s about DNSSEC: %j', (suffix, line, isSigned) => {
    const found = readWhois(`Domain: tulip-bulbs.${suffix}\n${line}\nCreated: 2010-01-02\n`, `tulip-bulbs.${suffix}`)
    expect(found).toMatchObject({ entry: { record: { dnssec_signed: isSigned } } })
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

test('the document names the server of every suffix', () => {
  const document = readFileSync(new URL('../../../../docs/registries.md', import.meta.url), 'utf8')
  const rows = [...document.matchAll(/\.([a-z]{2}) (?:\||\()[^`\n|]*`([a-z.]+)`/g)].map(([, suffix, host]) => [
    suffix,
    `whois://${host}/`,
  ])
  expect(new Map(rows as [string, string][])).toEqual(WHOIS_SERVERS)
  for (const suffix of ['es', 'gr', 'vn'])
    expect(document).toMatch(new RegExp(`^\\| \\.${suffix} \\| no public WHOIS`, 'm'))
})

test('every suffix that has a server has a text that is understood', () => {
  expect([...WHOIS_SERVERS.keys()].filter((suffix) => suffix !== 'su').sort()).toEqual(Object.keys(WHOIS_TEXTS).sort())
})
