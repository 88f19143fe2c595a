import { afterAll, expect, test } from 'vitest'
import { startDnsServer } from '../../server/test/stand-ins/dns-server.ts'
import { mailsift } from './support/mailsift.ts'
import { useService } from './support/service.ts'

const dns = await startDnsServer(() => ({ MX: [[10, 'mx.contoso.com']], A: ['192.0.2.7'], NS: ['ns.contoso.com'] }))
afterAll(() => dns.close())
const service = useService(() => ({ DNS_SERVERS: dns.address, DNS_CANARIES: 'off', LOOKUP_PATIENCE_MS: '60000' }))

test('the summary of a list counts the addresses without a registration lookup, but not registries that publish nothing', async () => {
  const input = 'ada@contoso.com\nbob@contoso.com\nana@tienda.es\nno address\n'
  const run = (...args: string[]) => mailsift(['clean', '-', ...args], { env: service.env, input })
  const { code, stdout } = await run('--domain', '--json', '-o', '/dev/null', '--force')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ addresses: 4, notLookedUp: 2 })
  const { stderr } = await run('--domain', '-o', '/dev/null', '--force')
  expect(stderr).toMatch(/2 addresses without registration data: not looked up in time, or registry lookups are off/)
  expect(JSON.parse((await run('--json', '-o', '/dev/null', '--force')).stdout)).toMatchObject({ notLookedUp: 0 })
})
