// A store that takes requests and returns nothing must cost those alone who need it.
import type { PreparedUpload, Problem } from '@mailsift/contract'
import { expect, onTestFinished, test } from 'vitest'
import { useObjectStore } from '../stand-ins/object-store.ts'
import { type Caller, type Service, startService } from './service.ts'

const CSV = 'email\nann.lee@gmail.com\n'
const SUBMISSIONS = 14

async function prepare(service: Service, caller: Caller): Promise<PreparedUpload> {
  const ask = () =>
    service.request(caller, '/emails/bulk/upload', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ filename: 'a.csv', size_bytes: CSV.length }),
    })
  // The store is tried out in the first moments.
  let answer = await ask()
  while (answer.status === 503) answer = await ask()
  return (await answer.json()) as PreparedUpload
}

test('14 submissions that wait for a hanging object store leave single validation at work, and one gets the upload in the end', async () => {
  const store = await useObjectStore()
  const service = await startService(store.env, { worker: false })
  onTestFinished(() => service.stop())
  const caller = await service.newCaller()
  const { upload_id, upload_url, headers } = await prepare(service, caller)
  const { 'Content-Length': _length, ...sent } = headers
  expect((await fetch(upload_url, { method: 'PUT', body: CSV, headers: sent })).status).toBe(200)

  store.hang('HEAD')
  let settled = 0
  const submissions = Array.from({ length: SUBMISSIONS }, async () => {
    const answer = await service.submit(caller, { upload_id, email_column: 'email' })
    settled++
    return answer.status === 202 ? 'accepted' : ((await answer.json()) as Problem).code
  })
  await expect.poll(() => store.hanging).toBe(SUBMISSIONS)
  for (let request = 0; request < 20; request++) {
    const answer = await service.request(caller, '/emails/validate?email=jane.doe@gmail.com')
    expect(answer.status).toBe(200)
  }
  expect(settled).toBe(0)

  store.hang()
  const outcomes = await Promise.all(submissions)
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
  expect(new Set(outcomes)).toEqual(new Set(['accepted', 'upload_claimed']))
})

test('a replay of a submission does not need the store', async () => {
  const store = await useObjectStore()
  const service = await startService(store.env, { worker: false })
  onTestFinished(() => service.stop())
  const caller = await service.newCaller()
  const { upload_id, upload_url, headers } = await prepare(service, caller)
  const { 'Content-Length': _length, ...sent } = headers
  await fetch(upload_url, { method: 'PUT', body: CSV, headers: sent })
  const submit = () => service.submit(caller, { upload_id, email_column: 'email' }, { 'idempotency-key': 'one' })
  const first = await submit()
  expect(first.status).toBe(202)
  store.hang('HEAD')
  expect(await (await submit()).json()).toEqual(await first.json())
})
