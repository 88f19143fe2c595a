// What one reading shows of a node with several processes.
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createEmptyDatabase, silentLog } from '../support/database.ts'
import { freePort, startProgram } from '../support/program.ts'

const PROCESSES = ['api-1', 'api-2', 'worker-1', 'worker-2']

function valuesOf(text: string, metric: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `))
  return Object.fromEntries(
    lines.map((line) => [/\{(.*)\}/.exec(line)?.[1] ?? '', line.slice(line.lastIndexOf(' ') + 1)]),
  )
}

function processesOf(text: string, metric: string): string[] {
  const named = Object.keys(valuesOf(text, metric)).map((labels) => /process="([^"]+)"/.exec(labels)?.[1] ?? 'none')
  return [...new Set(named)].toSorted()
}

test('one reading on METRICS_LISTEN shows every process, and the fleet once', async () => {
  const metricsPort = await freePort()
  const databaseUrl = await createEmptyDatabase()
  const program = await startProgram({
    env: {
      DATABASE_URL: databaseUrl,
      API_PROCESSES: '2',
      WORKERS: '2',
      METRICS_LISTEN: `127.0.0.1:${metricsPort}`,
    },
  })
  const { db, close } = openDatabase(databaseUrl, { log: silentLog, connectionCount: 1 })
  onTestFinished(close)
  await sql`SELECT graphile_worker.add_job('bulk.chunk', '{}', run_at => now() + interval '1 hour')`.execute(db)
  const read = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  let text = ''
  await expect
    .poll(async () => {
      text = await read()
      return valuesOf(text, 'mailsift_workers_alive')['']
    })
    .toBe('2')

  expect(valuesOf(text, 'mailsift_process_up')).toEqual(
    Object.fromEntries(PROCESSES.map((name) => [`process="${name}"`, '1'])),
  )
  for (const metric of [
    'process_cpu_seconds_total',
    'nodejs_eventloop_lag_p99_seconds',
    'mailsift_database_connections',
    'mailsift_database_waiting',
    'mailsift_data_version_info',
    'mailsift_rows_total',
  ])
    expect(processesOf(text, metric), metric).toEqual(PROCESSES)
  expect(processesOf(text, 'mailsift_task_slots')).toEqual(['worker-1', 'worker-2'])
  for (const metric of ['mailsift_outbox_lag_seconds', 'mailsift_unfinished', 'mailsift_slots_taken', 'mailsift_tasks'])
    expect(processesOf(text, metric), metric).toEqual(['none'])
  expect(valuesOf(text, 'mailsift_tasks')['task="bulk.chunk",state="scheduled"']).toBe('1')
  expect(valuesOf(text, 'mailsift_info')).toEqual({ 'version="0.1.0"': '1' })
  expect((await fetch(`${program.origin}/metrics`)).status).toBe(404)

  const [victim] = (await program.pids()).worker
  process.kill(victim!, 'SIGKILL')
  await expect
    .poll(async () => Object.values(valuesOf(await read(), 'mailsift_process_starts_total')).toSorted())
    .toEqual(['1', '1', '1', '2'])
  expect(await program.stop()).toBe(0)
})
