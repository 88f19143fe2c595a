import type { SubmittedJob } from '@mailsift/contract'
import { expect, onTestFinished, test } from 'vitest'
import { MAIL_DOMAIN, MAIL_HOST } from '../domains/support.ts'
import type { ZoneEntry } from '../stand-ins/dns-server.ts'
import { useDns } from '../stand-ins/use.ts'
import { type Caller, startService } from './service.ts'

const ROWS = 100
const JOBS = 5

test("three accounts' jobs of black-holed domains delay another's by what is under way, not by what waits", async () => {
  const silent = Array.from({ length: 3 * JOBS * ROWS }, (_, index) => [`d${index}.com`, { fault: 'silent' }] as const)
  const good = Array.from({ length: ROWS }, (_, index) => [`g${index}.com`, MAIL_DOMAIN] as const)
  const zone = new Map<string, ZoneEntry>([...silent, ...good, ['mx.test', MAIL_HOST]])
  // The name that is made up to find out whether resolvers answer gets no response either, as in an outage.
  const dns = await useDns(
    (name) => zone.get(name) ?? (/^[0-9a-f]{16}\.com$/.test(name) ? { fault: 'silent' } : undefined),
  )
  const service = await startService({
    DNS_SERVERS: dns.address,
    DNS_CANARIES: 'off',
    WORKER_CONCURRENCY: '2',
    // Unanswered queries are retried for longer than the test lasts.
    LOOKUP_PATIENCE_MS: '600000',
  })
  onTestFinished(() => service.stop())
  const submit = async (caller: Caller, domains: readonly (readonly [string, unknown])[]) => {
    const emails = domains.map(([domain]) => `ada.lovelace@${domain}`)
    return ((await (await service.submit(caller, { emails, validate_domain: 1 })).json()) as SubmittedJob).job
  }
  const hostileAsked = () => new Set(dns.questions.map(({ name }) => name).filter((name) => name.startsWith('d'))).size

  for (let account = 0; account < 3; account++) {
    const caller = await service.newCaller()
    for (let job = 0; job < JOBS; job++) {
      const first = ROWS * (JOBS * account + job)
      await submit(caller, silent.slice(first, first + ROWS))
    }
  }
  await expect.poll(hostileAsked).toBeGreaterThan(ROWS)

  const other = await service.newCaller()
  const { id } = await submit(other, good)
  expect(await service.untilDone(other, id)).toMatchObject({ status: 'completed', success: ROWS, errors: 0 })
  expect(hostileAsked()).toBeLessThan(silent.length / 2)
})
