import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { measureBackups } from '../../../src/backup/last.ts'
import { measureBulk } from '../../../src/bulk/state/metrics.ts'
import { measureLists } from '../../../src/disposable-domains/state.ts'
import { measureOutbox } from '../../../src/outbox/lag.ts'
import { type Db, openDatabase } from '../../../src/platform/database/database.ts'
import { measureByDatabase } from '../../../src/platform/metrics/database-gauge.ts'
import { measureQueue } from '../../../src/platform/queue/queue-metrics.ts'
import { measureWorkers } from '../../../src/platform/queue/worker-watch.ts'
import { silentLog, useTestDatabase } from '../../support/database.ts'

/** Every gauge of the fleet, read from this database: the lines with samples. */
async function readGauges(db: Db): Promise<string[]> {
  const metrics = new Registry()
  for (const measure of [measureBackups, measureBulk, measureLists, measureOutbox, measureQueue, measureWorkers])
    measure({ db, metrics })
  return (await metrics.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

test('an empty fleet is told in figures: none of its gauges says NaN', async () => {
  const { db } = await useTestDatabase()
  const lines = await readGauges(db)
  expect(lines).toContain('mailsift_unfinished{kind="group",status="queued"} 0')
  expect(lines).toContain('mailsift_backup_age_seconds +Inf')
  expect(lines.filter((line) => line.endsWith(' Nan') || line.endsWith(' NaN'))).toEqual([])
})

test('a database that cannot be queried makes the same gauges NaN, and none of them 0', async () => {
  const { db } = await useTestDatabase()
  const away = openDatabase('postgres://mailsift@127.0.0.1:1/none', { log: silentLog, connectionCount: 1 })
  onTestFinished(() => away.close())
  const names = (lines: string[]) => lines.map((line) => line.slice(0, line.lastIndexOf(' ')))
  const lines = await readGauges(away.db)
  expect(names(lines)).toEqual(names(await readGauges(db)))
  expect(lines.filter((line) => !/ nan$/i.test(line))).toEqual([])
})

test('what the last answer had, and this one has not, is gone', async () => {
  const metrics = new Registry()
  const answers = [['a', 'b'], ['b']]
  measureByDatabase({
    metrics,
    name: 'kinds',
    help: 'Kinds.',
    labelNames: ['kind'],
    read: async () => answers.shift() ?? Promise.reject(new Error('away')),
    figures: (kinds) => kinds.map((kind) => ({ labels: { kind }, value: 1 })),
  })
  const read = async () => [...(await metrics.metrics()).matchAll(/^kinds\{kind="(\w)"\} 1$/gm)].map(([, kind]) => kind)
  expect([await read(), await read(), await read()]).toEqual([['a', 'b'], ['b'], []])
})
