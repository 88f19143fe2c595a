// Runs in its own network namespace (namespaces.ts): removes the route to the first of two resolvers and restores it,
// and prints the replies.
import process from 'node:process'
import { execFileSync } from '../../../../scripts/testing/programs.ts'
import { createDnsClient } from '../../src/platform/dns/client.ts'
import { startDnsServer } from '../stand-ins/dns-server.ts'

const HOST = '10.99.0.53'
const changeAddress = (change: 'add' | 'del') => execFileSync('ip', ['address', change, `${HOST}/32`, 'dev', 'lo'])
const ENTRY = { MX: [[10, 'mx.test']] } as const
const asked = Promise.withResolvers<void>()

changeAddress('add')
const routed = await startDnsServer(
  (name) => {
    if (name !== 'silent.test') return ENTRY
    asked.resolve()
    return { fault: 'silent' }
  },
  { host: HOST },
)
const other = await startDnsServer(() => ENTRY)
const client = createDnsClient({
  servers: [routed.address, other.address],
  fallbackServers: [],
  timeoutMs: 2_000,
  tries: 2,
  budgetMs: 10_000,
})

const before = await client.askOf(routed.address, 'a.test', 'MX')
const unanswered = client.askOf(routed.address, 'silent.test', 'MX')
await asked.promise
changeAddress('del')
const underWay = await unanswered
const lost = await client.askOf(routed.address, 'b.test', 'MX')
const fromOther = await client.ask('c.test', 'MX')
changeAddress('add')
const back = await client.askOf(routed.address, 'd.test', 'MX')

process.stdout.write(JSON.stringify({ before, underWay, lost, other: fromOther, back }))
client.close()
await Promise.all([routed.close(), other.close()])
