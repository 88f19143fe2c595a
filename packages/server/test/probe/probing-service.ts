// The service with PROBE=on, and mail servers of three domains on loopback.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { type Service, startService } from '../bulk/service.ts'
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

/** Knows the mailboxes that begin so, and no other. */
const knows = (name: string): Script => ({
  rcpt: (to) => (to.startsWith(name) ? '250 2.1.5 Ok' : '550 5.1.1 User unknown'),
})

/** contoso.org has the mailbox jane.roe alone, fabrikam.org another one, and northwind.org accepts every name. */
export async function useProbingService(env: NodeJS.ProcessEnv = {}) {
  const servers = {
    '8.8.8.1': await useSmtp({}),
    '8.8.8.2': await useSmtp(knows('jane.roe@')),
    '8.8.8.3': await useSmtp(knows('anna.lee@')),
    '8.8.8.4': await useSmtp({}),
  }
  const ports = Object.fromEntries(Object.entries(servers).map(([address, { port }]) => [address, port]))
  const dns = await useDns(ZONE)
  const service: Service = await startService({
    DNS_SERVERS: dns.address,
    ENRICHMENT: 'off',
    PROBE: 'on',
    PROBE_HELO: 'probe.example.com',
    PROBE_SENDER: 'postmaster@example.com',
    PROBE_ADDRESS: '8.8.4.4',
    PROBE_CHECK_HOST: 'mx.example.com',
    PROBE_PROXY: await useProxy(ports),
    ...env,
  })
  onTestFinished(() => service.stop())
  return { service, servers }
}
