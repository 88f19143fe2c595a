import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { execFileSync, spawnSync } from '../../../../scripts/testing/programs.ts'

const unit = (name: string) => fileURLToPath(new URL(`../../../../deploy/systemd/${name}`, import.meta.url))
const UNIT = unit('mailsift.service')

test('systemd itself finds the unit well hardened, and every setting of it known', () => {
  const report = execFileSync('systemd-analyze', ['security', '--offline=true', UNIT], { encoding: 'utf8' })
  expect(Number(/exposure level[^:]*: ([\d.]+)/.exec(report)?.[1])).toBeLessThanOrEqual(2)
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', UNIT], { encoding: 'utf8' })
  expect(stderr).not.toMatch(/Unknown|Failed to parse|ignoring/i)
})

test.each(['mailsift-backup.service', 'mailsift-backup.timer'])('systemd itself knows every setting of %s', (name) => {
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit(name)], { encoding: 'utf8' })
  expect(stderr).not.toMatch(/Unknown|Failed to parse|ignoring|Invalid/i)
})
