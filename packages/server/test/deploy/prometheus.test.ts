// The alerts in deploy/, tried by Prometheus' own tool. Debian has it; where it is not installed, the test is skipped.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ALERTS = fileURLToPath(new URL('../../../../deploy/prometheus/alerts.test.yml', import.meta.url))
const isThere = spawnSync('promtool', ['--version']).status === 0
if (!isThere) console.warn('Prometheus is not installed: the alerts are not tried.')

test.skipIf(!isThere)('each alert is raised by what it is for, and none by a healthy fleet', () => {
  const { stdout, stderr, status } = spawnSync('promtool', ['test', 'rules', ALERTS], { encoding: 'utf8' })
  expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 })
})
