// The alerts in deploy/, tried by Prometheus' own tool.
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { spawnSync } from '../../../../scripts/testing/programs.ts'

const ALERTS = fileURLToPath(new URL('../../../../deploy/prometheus/alerts.test.yml', import.meta.url))

test('each alert fires for its own condition, and none by a healthy fleet', () => {
  const { stdout, stderr, status } = spawnSync('promtool', ['test', 'rules', ALERTS], { encoding: 'utf8' })
  expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 })
})
