// The alerts in deploy/, tried by Prometheus' own tool. Debian has it; where it is not installed, the test is skipped.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ALERTS = fileURLToPath(new URL('../../../../deploy/prometheus/alerts.test.yml', import.meta.url))
const isThere = spawnSync('promtool', ['--version']).status === 0
if (!isThere) console.warn('Prometheus is not installed: the alerts are not tried.')

test.skipIf(!isThere)('each alert fires for its own condition, and none by a healthy fleet', () => {
  const { stdout, stderr, status } = spawnSync('promtool', ['test', 'rules', ALERTS], { encoding: 'utf8' })
  expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 })
})

test('log messages that alerts and warnings quote are logged by the server', () => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  const sources = globSync('packages/server/src/**/*.ts', { cwd: root })
    .filter((path) => !path.includes('status-warnings'))
    .map((path) => readFileSync(`${root}${path}`, 'utf8'))
  const readers = ['deploy/prometheus/alerts.yml', 'packages/server/src/admin/status-warnings.ts']
  const quoted = readers.flatMap((path) =>
    Array.from(
      readFileSync(`${root}${path}`, 'utf8').matchAll(/Look for [^.]* in the|look for [^.]* in the/g),
      ([hint]) => hint,
    ),
  )
  const messages = quoted.flatMap((hint) => Array.from(hint.matchAll(/"([^"]+)"/g), ([, message]) => message!))
  expect(messages.length).toBeGreaterThan(5)
  expect(messages.filter((message) => !sources.some((source) => source.includes(`'${message}'`)))).toEqual([])
})
