// The console of a service with slow name servers on loopback, so that something can happen before they respond.
import { afterAll } from 'vitest'
import { type DnsServer, startDnsServer, type Zone } from '../../server/test/stand-ins/dns-server.ts'
import { type Console, describeInBrowser } from './browser.ts'

const MX = { MX: [[10, 'mx.answers.com']], NS: ['ns.answers.com'] } as const
const ZONE: Zone = {
  'answers.com': MX,
  'mx.answers.com': { A: ['93.184.216.34'] },
  // RFC 7505
  'nullmx.com': { MX: [[0, '.']], A: ['93.184.216.34'], NS: ['ns.nullmx.com'] },
  'nowhere.com': { nxdomain: true },
  'broken.com': { fault: 'servfail' },
}
const SLOW = { ...MX, delayMs: 1_500 }

export type SlowService = {
  dns(): DnsServer
  /** Rows of a list that keeps the service busy; the names differ, so nothing is cached. */
  slowList(): { text: string; rows: string[] }
}

export function describeSlowService(tests: (console: Console, service: SlowService) => void): void {
  let dns: DnsServer
  let lists = 0
  afterAll(() => dns?.close())
  const slowList = () => {
    const address = `ann.lee@slow-${++lists}.com`
    const rows = [`${address},safe,ok,`, 'bob.ray@answers.com,safe,ok,']
    return { text: `email\n${address}\nbob.ray@answers.com\n`, rows }
  }
  describeInBrowser(
    async () => {
      dns = await startDnsServer((name) => ZONE[name] ?? (name.startsWith('slow') ? SLOW : undefined))
      return {
        DNS_SERVERS: dns.address,
        DNS_CANARIES: 'answers.com',
        DNS_TIMEOUT_MS: '4000',
        DNS_TRIES: '2',
        LOOKUP_PATIENCE_MS: '0',
      }
    },
    (it) => tests(it, { dns: () => dns, slowList }),
  )
}
