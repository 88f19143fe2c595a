import { expect, onTestFinished } from 'vitest'
import { type DnsServer, startDnsServer, type Zone } from './dns-server.ts'

/** A name server for the running test, which fails if it is asked about a name that its zone does not have. */
export async function useDns(zone: Zone, options?: { latencyMs?: number }): Promise<DnsServer> {
  const server = await startDnsServer(zone, options)
  onTestFinished(async () => {
    await server.close()
    expect(server.unscripted).toEqual([])
  })
  return server
}
