import { expect, onTestFinished } from 'vitest'
import { type DnsServer, startDnsServer } from './dns-server.ts'
import { type RdapServer, startRdapServer } from './rdap-server.ts'

/** A name server for the running test, which fails if it is queried for a name that its zone does not have. */
export async function useDns(
  zone: Parameters<typeof startDnsServer>[0],
  options?: { latencyMs?: number },
): Promise<DnsServer> {
  const server = await startDnsServer(zone, options)
  onTestFinished(async () => {
    await server.close()
    expect(server.unscripted).toEqual([])
  })
  return server
}

/** A registry for the running test, which fails if it is requested a path that its script does not have. */
export async function useRdap(script: Parameters<typeof startRdapServer>[0]): Promise<RdapServer> {
  const server = await startRdapServer(script)
  onTestFinished(async () => {
    await server.close()
    expect(server.unscripted).toEqual([])
  })
  return server
}
