import { loadEngine } from '@mailsift/engine/node'
import { beforeAll, expect, test } from 'vitest'
import { createJobEncoders } from '../../../src/bulk/export/job-csv.ts'
import { warmUp } from '../../../src/bulk/work/warm.ts'

const engine = loadEngine()
const encoders = createJobEncoders()

function domainOf(address: string) {
  const verdict = engine.judge(address)
  return verdict.ok ? verdict.domain : undefined
}

/** All that is to be seen of one whole round, which takes a second of the processor. */
const seen = { rows: 0, turns: 0, encodedRows: 0, before: domainOf('ada@contoso.com') }

beforeAll(async () => {
  expect(domainOf('ada@contoso.com')).toBe(seen.before)
  const timer = setInterval(() => seen.turns++, 0)
  const counting: typeof encoders = (validateDomain) => (firstIndex, given) => {
    seen.encodedRows += given.length
    return encoders(validateDomain)(firstIndex, given)
  }
  seen.rows = await warmUp({ engine, encoders: counting }, new AbortController().signal)
  clearInterval(timer)
})

test('warming takes a list the whole way, without a database, and lets other work have its turn', () => {
  expect(seen.rows).toBe(24_000)
  expect(seen.turns).toBeGreaterThan(3)
})

test('warming leaves no domain in the memory of the engine', () => {
  expect(domainOf('ada@contoso.com')).not.toBe(seen.before)
})

test('warming writes its rows by the encoders that the tasks have', () => {
  expect(seen.encodedRows).toBe(24_000)
})

test('warming ends when there is work, wherever it is', async () => {
  const work = new AbortController()
  setTimeout(() => work.abort(), 0)
  expect(await warmUp({ engine, encoders }, work.signal)).toBeLessThan(24_000)
})
