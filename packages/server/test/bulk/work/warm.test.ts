import { loadEngine } from '@mailsift/engine/node'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createJobEncoders } from '../../../src/bulk/export/job-csv.ts'
import { warmUp } from '../../../src/bulk/work/warm.ts'
import { readConfig } from '../../../src/config/config.ts'
import { startWorker } from '../../../src/worker.ts'
import { ALONE } from '../../support/alone.ts'
import { createTestDatabase, silentLog } from '../../support/database.ts'

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

test('a worker warms up after its start, unless WORKER_WARM_UP is off', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const startedWith = async (WORKER_WARM_UP: string) => {
    const env = { ...ALONE, DATABASE_URL: database.url, SECRET: 'x'.repeat(32), ROLE: 'worker', WORKER_WARM_UP }
    const worker = await startWorker(readConfig(env), silentLog)
    await worker.stop()
    return worker
  }
  expect(await (await startedWith('on')).settled).toBe(false)
  expect(await startedWith('off')).not.toHaveProperty('settled')
})
