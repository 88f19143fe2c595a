import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Insight } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { setAllowed } from '../../src/probe/requests.ts'
import { startService } from '../bulk/service.ts'
import type { Zone } from '../stand-ins/dns-server.ts'
import { openSocket, type Script, useSmtp } from '../stand-ins/smtp.ts'
import { useDns } from '../stand-ins/use.ts'

/** A SOCKS5 proxy (RFC 1928) that connects each public address to a server on loopback, so that the service dials as it always does. */
async function useProxy(ports: Readonly<Record<string, number>>): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]))
      socket.once('data', async (request: Buffer) => {
        const port = ports[[...request.subarray(4, 8)].join('.')]
        if (port === undefined) return socket.destroy()
        const there = await openSocket(port)
        socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
        there.on('error', () => undefined).pipe(socket)
        return socket.pipe(there)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const domainAt = (host: string): Zone[string] => ({ MX: [[10, host]], NS: ['ns.contoso.org'] })

const ZONE: Zone = {
  'probe.example.com': { A: ['8.8.4.4'] },
  '4.4.8.8.in-addr.arpa': { PTR: ['probe.example.com'] },
  'example.com': { MX: [[10, 'mx.example.com']], TXT: ['v=spf1 ip4:8.8.4.4 -all'] },
  'mx.example.com': { A: ['8.8.8.1'] },
  'contoso.org': domainAt('mx.contoso.org'),
  'mx.contoso.org': { A: ['8.8.8.2'] },
  'fabrikam.org': domainAt('mx.fabrikam.org'),
  'mx.fabrikam.org': { A: ['8.8.8.3'] },
  'northwind.org': domainAt('mx.northwind.org'),
  'mx.northwind.org': { A: ['8.8.8.4'] },
  'ns.contoso.org': { A: ['8.8.8.9'] },
}

test('with PROBE=on, the worker asks mail servers about addresses of a list on request, and /insight has the answers', async () => {
  const knows = (name: string): Script => ({
    rcpt: (to) => (to.startsWith(name) ? '250 2.1.5 Ok' : '550 5.1.1 User unknown'),
  })
  const servers = {
    '8.8.8.1': await useSmtp({}),
    '8.8.8.2': await useSmtp(knows('jane.roe@')),
    '8.8.8.3': await useSmtp(knows('nobody@')),
    '8.8.8.4': await useSmtp({}),
  }
  const ports = Object.fromEntries(Object.entries(servers).map(([address, { port }]) => [address, port]))
  const dns = await useDns(ZONE)
  const service = await startService({
    DNS_SERVERS: dns.address,
    ENRICHMENT: 'off',
    PROBE: 'on',
    PROBE_HELO: 'probe.example.com',
    PROBE_SENDER: 'postmaster@example.com',
    PROBE_ADDRESS: '8.8.4.4',
    PROBE_CHECK_HOST: 'mx.example.com',
    PROBE_PROXY: await useProxy(ports),
  })
  onTestFinished(() => service.stop())
  const caller = await service.newCaller()
  await setAllowed(service.db, caller.userId, true)
  const [exists, gone, catchAll] = ['jane.roe@contoso.org', 'john.smith@fabrikam.org', 'mary.miller@northwind.org']
  await service.run(caller, [exists, gone, catchAll], 1)
  const talked = async () => (await sql`SELECT FROM probe_log`.execute(service.db)).rows.length
  // Nothing under /v1 asks a mail server.
  expect(await talked()).toBe(0)

  const insight = (address: string, more = '') =>
    service.json<Insight>(
      caller,
      `${service.base.replace(/\/v1$/, '')}/insight/emails/validate?email=${address}${more}`,
    )
  for (const address of [exists, gone, catchAll])
    expect(await insight(address, '&probe=1')).toMatchObject({
      mailbox: 'unknown',
      mailbox_probe: { state: 'pending' },
    })
  const answered = (address: string) =>
    eventually(async () => {
      const answer = await insight(address)
      return answer.mailbox !== 'unknown' && answer
    })
  expect(await answered(exists)).toMatchObject({
    mailbox: 'exists',
    mailbox_evidence: { reason: 'accepted', source: 'probe', age_days: 0 },
    tier: 'safe',
  })
  expect(await answered(gone)).toMatchObject({
    mailbox: 'does_not_exist',
    mailbox_evidence: { reason: 'no_such_mailbox', source: 'probe', status_code: '5.1.1' },
    tier: 'unsafe',
    reasons: [{ code: 'bounced' }],
  })
  expect(await answered(catchAll)).toMatchObject({ mailbox: 'catch_all', mailbox_evidence: { source: 'probe' } })
  expect(await talked()).toBe(3)
  const said = servers['8.8.8.2'].commands
  expect(said.filter((line) => line.startsWith('MAIL'))).toEqual(['MAIL FROM:<postmaster@example.com>'])
  expect(said.filter((line) => line.startsWith('RCPT'))).toHaveLength(2)
  expect(said).not.toContain('DATA')
  expect(said.at(-1)).toBe('QUIT')
})
