import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const UNIT = fileURLToPath(new URL('../../../../deploy/systemd/mailsift.service', import.meta.url))
const isInstalled = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!isInstalled)('systemd itself finds the unit well hardened, and every setting of it known', () => {
  const report = execFileSync('systemd-analyze', ['security', '--offline=true', UNIT], { encoding: 'utf8' })
  expect(Number(/exposure level[^:]*: ([\d.]+)/.exec(report)?.[1])).toBeLessThanOrEqual(2)
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', UNIT], { encoding: 'utf8' })
  expect(stderr).not.toMatch(/Unknown|Failed to parse|ignoring/i)
})
