// The alerts and the dashboard in deploy/, each expression run by a real Prometheus that scrapes a running machine. Debian has it;
// where it is not installed, these tests are skipped.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { spawn } from '../../../../scripts/testing/programs.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createEmptyDatabase, silentLog } from '../support/database.ts'
import { freePort, type Program, startProgram } from '../support/program.ts'

const place = (name: string) => fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url))

type Rule = { type: string; name: string; query: string }
type Prometheus = {
  ask<Answer>(path: string): Promise<Answer>
  query(expression: string): Promise<unknown[]>
}

/** As deploy/prometheus/prometheus.yml has it, but for the address, and quicker. */
async function startPrometheus(target: string): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-prometheus-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const config = (await readFile(place('prometheus/prometheus.yml'), 'utf8'))
    .replaceAll('15s', '1s')
    .replace('127.0.0.1:9464', target)
    .replace('alerts.yml', place('prometheus/alerts.yml'))
  await writeFile(join(folder, 'prometheus.yml'), config)
  const port = await freePort()
  const words = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`]
  const child = spawn('prometheus', [...words, `--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill()
    await exited
  })
  async function ask<Answer>(path: string): Promise<Answer> {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)
    const body = (await answer.json()) as { status: string; data: Answer; error?: string }
    if (body.status !== 'success') throw new Error(body.error)
    return body.data
  }
  return {
    ask,
    query: async (expression) =>
      (await ask<{ result: unknown[] }>(`query?query=${encodeURIComponent(expression)}`)).result,
  }
}

async function dashboardExpressions(): Promise<string[]> {
  const { panels } = JSON.parse(await readFile(place('grafana/mailsift.json'), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[]
  }
  const found = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  return found.map((expression) => expression.replaceAll('$__rate_interval', '1m'))
}

/** Rates need samples that grew: a validation and a job. */
async function use({ origin, token }: Program): Promise<void> {
  const headers = { 'SERVICE-EMAIL-API-TOKEN': await token(), 'content-type': 'application/json' }
  const url = `${origin}/v1/emails/validate?email=jane.doe@contoso.com&validate_domain=1`
  await fetch(url, { headers })
  await fetch(`${origin}/v1/emails/validate?email=jane.doe@contoso.com`, { headers })
  const body = JSON.stringify({ emails: ['jane.doe@contoso.com', 'nothing'] })
  const submitted = await fetch(`${origin}/v1/emails/bulk`, { method: 'POST', headers, body })
  expect(submitted.status).toBe(202)
}

test('every expression of the dashboard and of the alerts finds what it asks for in a running machine', async () => {
  const databaseUrl = await createEmptyDatabase()
  const target = `127.0.0.1:${await freePort()}`
  const program = await startProgram({
    env: { DATABASE_URL: databaseUrl, API_PROCESSES: '2', WORKERS: '2', METRICS_LISTEN: target },
  })
  const { db, close } = openDatabase(databaseUrl, { log: silentLog, connectionCount: 1 })
  onTestFinished(close)
  await sql`INSERT INTO domain_lists (url, outcome, fetched_at, checked_at, name_count)
      VALUES ('https://lists.contoso.com/a.txt', 'fetched', now(), now(), 1)`.execute(db)
  // Of a kind that no worker knows, so that it waits.
  await sql`SELECT graphile_worker.add_job('test.waiting', '{}')`.execute(db)
  const prometheus = await startPrometheus(target)
  const done = 'sum(mailsift_rows_total) >= 2 and on() count(mailsift_process_up == 1) == 4'
  await expect.poll(() => prometheus.query('up == 1')).toHaveLength(1)
  await use(program)
  await expect.poll(() => prometheus.query(done)).toHaveLength(1)

  const known = new Set(await prometheus.ask<string[]>('label/__name__/values'))
  const expressions = await dashboardExpressions()
  expect(expressions.length).toBeGreaterThan(30)
  for (const expression of expressions)
    await expect.poll(() => prometheus.query(expression), { message: expression }).not.toEqual([])

  const { groups } = await prometheus.ask<{ groups: { rules: (Rule & { lastError?: string })[] }[] }>('rules')
  const rules = groups.flatMap((group) => group.rules)
  expect(rules.length).toBeGreaterThan(15)
  for (const { name, query, lastError } of rules) {
    expect(lastError, name).toBeFalsy()
    for (const [metric] of query.matchAll(/\b(?:mailsift|nodejs|process)_[a-z0-9_]+/g))
      expect(known.has(metric), `${name}: ${metric}`).toBe(true)
  }
  const { alerts } = await prometheus.ask<{ alerts: { labels: { alertname: string }; state: string }[] }>('alerts')
  expect(alerts.filter(({ state }) => state === 'firing')).toEqual([])
})
