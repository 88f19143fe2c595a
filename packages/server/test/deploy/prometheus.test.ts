import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('log messages that alerts and warnings quote are logged by the server', () => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  const sources = globSync('packages/server/src/**/*.ts', { cwd: root })
    .filter((path) => !path.includes('status-warnings'))
    .map((path) => readFileSync(`${root}${path}`, 'utf8'))
  const readers = ['deploy/prometheus/alerts.yml', 'packages/server/src/admin/commands/status-warnings.ts']
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
