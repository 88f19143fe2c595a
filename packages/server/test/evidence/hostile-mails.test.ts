// Two mails of strangers that once blocked the event loop for half a minute, handed in over HTTP while others use the service.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { AcceptedReports } from '@mailsift/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailReader } from '../../src/evidence/intake/mail-reader/mail-reader.ts'
import { type Service, startService } from '../bulk/service.ts'
import { complaint, dsn } from './mails.ts'

let service: Service
beforeAll(async () => {
  service = await startService({}, { worker: false })
})
afterAll(() => service.stop())

const names = Array.from({ length: 990 }, (_, nth) => `user.number.${nth}.of.many@department${nth}.contoso.org`)
const groups = names.map((name) => `Final-Recipient: rfc822; ${name}\r\nAction: failed\r\nStatus: 5.1.1\r\n`)
const HOSTILE = {
  'a report about 990 recipients that its text lists, too': dsn({
    notice: names
      .map(
        (name) => `<${name}>: host mx.contoso.org said: 550 5.1.1 User unknown, and much more text that says nothing`,
      )
      .join('\r\n'),
  }).replace('Final-Recipient', `${groups.join('\r\n')}\r\nFinal-Recipient`),
  'a complaint with 25,000 fields of one name': complaint().replace(
    'User-Agent',
    `${'a: \r\n'.repeat(25_000)}User-Agent`,
  ),
  'a notice with 2,000 lines that could each begin a recipient': `From: MAILER-DAEMON@x.example\r\nSubject: failure notice\r\n\r\n${`<a@b.example>: ${'.'.repeat(90)}\r\n`.repeat(2_000)}`,
  'a reply of a million opening brackets': dsn({ diagnostic: `smtp; 550 ${'<a@'.repeat(60_000)}` }),
  'a header of a hundred thousand folds': dsn().replace('Subject:', `X-Fold: ${'\r\n a'.repeat(60_000)}\r\nSubject:`),
  'html of opening tags': `From: MAILER-DAEMON@x.example\r\nSubject: failure notice\r\nContent-Type: text/html\r\n\r\n${'<'.repeat(200_000)}`,
}

test.each(Object.entries(HOSTILE))('%s: the service answers others at the same time', async (name, mail) => {
  const caller = await service.newCaller()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const startedAt = performance.now()
  delay.enable()
  let isAnswered = false
  const upload = service
    .request(caller, `${service.origin}/account/bounces`, {
      method: 'POST',
      body: mail,
      headers: { 'content-type': 'message/rfc822' },
    })
    .finally(() => {
      isAnswered = true
    })
  let alive = 0
  do {
    expect((await fetch(`${service.origin}/livez`)).status).toBe(200)
    alive++
  } while (!isAnswered)
  const answer = await upload
  delay.disable()
  const ms = Math.round(performance.now() - startedAt)
  process.stdout.write(
    `${name}: ${mail.length} bytes, answered in ${ms} ms, ${alive} other requests answered, loop delay at most ${Math.round(delay.max / 1e6)} ms\n`,
  )
  expect(answer.status).toBe(200)
  const { ignored, reports } = (await answer.json()) as AcceptedReports
  expect([ignored, reports.no_such_mailbox]).toEqual(
    name.includes('990') ? [1, 0] : [expect.any(Number), expect.any(Number)],
  )
})

test('a mail that is not read in time is ignored, and the next one is read', async () => {
  const reader = createMailReader({ readMaxMs: 0 })
  expect(await reader.read(Buffer.from(dsn()))).toBeUndefined()
  await reader.stop()
  const next = createMailReader()
  expect(await Promise.all([next.read(Buffer.from(dsn())), next.read(Buffer.from(complaint()))])).toMatchObject([
    { reports: [{ class: 'no_such_mailbox' }] },
    { reports: [{ class: 'complaint' }] },
  ])
  await next.stop()
})
