import { describe, expect, onTestFinished, test } from 'vitest'
import { createDnsClient } from '../../src/platform/dns/client.ts'
import { useBind } from '../stand-ins/bind.ts'
import { useTestDatabase } from '../support/database.ts'
import { startFacts } from './support.ts'

const BUDGET_MS = 5_000
const deliverable = (value: boolean) => ({ known: true, value: { deliverableByDns: value } })

describe('against BIND', () => {
  function clientOf(address: string) {
    const client = createDnsClient({
      servers: [address],
      fallbackServers: [],
      timeoutMs: 2_000,
      tries: 2,
      budgetMs: 5_000,
    })
    onTestFinished(() => client.close())
    return client
  }

  test('answers, aliases and denials carry the times of their zone', async () => {
    const bind = await useBind(
      `shop 120 IN MX 10 mx.test.
mx 90 IN A 8.8.8.8
alias 40 IN CNAME chain
chain 70 IN CNAME shop
loop IN CNAME loop2
loop2 IN CNAME loop`,
      45,
    )
    const client = clientOf(bind.address)
    const found = { known: true, exists: true, records: [{ preference: 10, exchange: 'mx.test' }] }
    expect(await client.ask('shop.test', 'MX')).toEqual({ ...found, ttlSeconds: 120 })
    expect(await client.ask('ALIAS.test', 'MX')).toEqual({ ...found, ttlSeconds: 40 })
    expect(await client.ask('mx.test', 'A')).toMatchObject({ records: ['8.8.8.8'], ttlSeconds: 90 })
    expect(await client.ask('mx.test', 'MX')).toEqual({ known: true, exists: true, records: [], ttlSeconds: 45 })
    expect(await client.ask('gone.test', 'MX')).toEqual({ known: true, exists: false, records: [], ttlSeconds: 45 })
    // BIND fails on a loop, which is no denial.
    expect(await client.ask('loop.test', 'MX')).toMatchObject({ known: false })
  })

  test('an answer too large for a datagram comes over TCP', async () => {
    const hosts = Array.from(
      { length: 80 },
      (_, at) => `big IN MX ${at} a-rather-long-name-of-a-mail-host-${at}.example.`,
    )
    const client = clientOf((await useBind(hosts.join('\n'), 60)).address)
    expect(await client.ask('big.test', 'MX')).toMatchObject({ known: true, records: { length: 80 } })
  })

  test('a record of five seconds is queried again after a minute', async () => {
    const { db } = await useTestDatabase()
    const bind = await useBind('shop 5 IN MX 10 mx\nmx 5 IN A 8.8.8.8', 5)
    const facts = startFacts(db, { address: bind.address } as never)
    expect(await facts.lookUp('shop.test', BUDGET_MS)).toMatchObject(deliverable(true))
    expect(await facts.lookUp('new.test', BUDGET_MS)).toMatchObject(deliverable(false))
    await bind.load('shop 5 IN MX 0 .\nnew 5 IN MX 10 mx\nmx 5 IN A 8.8.8.8')
    const later = startFacts(db, { address: bind.address } as never)
    await facts.stop()
    facts.clock.ahead = later.clock.ahead = 61_000
    await db
      .updateTable('dns_facts')
      .set({ fresh_until: new Date(0), usable_until: new Date(0) })
      .where('fresh_until', '<', new Date(Date.now() + 61_000))
      .execute()
    expect(await later.lookUp('shop.test', BUDGET_MS)).toMatchObject(deliverable(false))
    expect(await later.lookUp('new.test', BUDGET_MS)).toMatchObject(deliverable(true))
  })
})
