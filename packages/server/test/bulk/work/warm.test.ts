import { loadEngine } from '@mailsift/engine/node'
import { expect, test } from 'vitest'
import { createJobEncoders } from '../../../src/bulk/export/job-csv.ts'
import { warmUp } from '../../../src/bulk/work/warm.ts'

test('warming takes a list the whole way, without a database, and lets other work have its turn', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  const rows = await warmUp({ engine: loadEngine(), encoders: createJobEncoders() }, new AbortController().signal)
  clearInterval(timer)
  expect(rows).toBe(24_000)
  expect(turns).toBeGreaterThan(3)
})

test('warming leaves no domain in the memory of the engine', async () => {
  const engine = loadEngine()
  const domainOf = (address: string) => {
    const verdict = engine.judge(address)
    return verdict.ok ? verdict.domain : undefined
  }
  const before = domainOf('ada@contoso.com')
  expect(domainOf('ada@contoso.com')).toBe(before)
  await warmUp({ engine, encoders: createJobEncoders() }, new AbortController().signal)
  expect(domainOf('ada@contoso.com')).not.toBe(before)
})

test('warming ends when there is work, wherever it is', async () => {
  const work = new AbortController()
  setTimeout(() => work.abort(), 0)
  const rows = await warmUp({ engine: loadEngine(), encoders: createJobEncoders() }, work.signal)
  expect(rows).toBeLessThan(24_000)
})

test('warming writes its rows by the encoders that the tasks have', async () => {
  const encoders = createJobEncoders()
  let rows = 0
  await warmUp(
    {
      engine: loadEngine(),
      encoders: (validateDomain) => (firstIndex, given) => {
        rows += given.length
        return encoders(validateDomain)(firstIndex, given)
      },
    },
    new AbortController().signal,
  )
  expect(rows).toBe(24_000)
})
