// What an installation does besides preparing the database: it ends, whatever happens, and leaves nothing running.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { CHILD_ENV } from '../../support/child-env.ts'
import { isAlive } from '../../support/program.ts'

const ENSURE = fileURLToPath(new URL('../../../build/ensure.ts', import.meta.url))
const PREPARE = fileURLToPath(new URL('prepare-program.ts', import.meta.url))

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mailsift-prepare-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('an installation that cannot prepare the database says so in one line and does not fail', async () => {
  const env = { ...CHILD_ENV, TMPDIR: join(makeFolder(), 'missing') }
  const { stderr } = await promisify(execFile)(process.execPath, [ENSURE], { env })
  expect(stderr).toMatch(/^No database could be prepared, so the first start makes its own .* ENOENT.*\n$/)
})

test('an installation that is interrupted leaves no server running, and no files', async () => {
  const folder = makeFolder()
  const env = { ...CHILD_ENV, TMPDIR: folder }
  const child = spawn(process.execPath, [PREPARE, join(folder, 'cluster')], { env, stdio: 'ignore' })
  const exited = once(child, 'exit')
  let server = 0
  while (!server && child.exitCode === null) {
    for (const file of globSync(join(folder, '*/postgres/pgdata/postmaster.pid')))
      server = Number.parseInt(readFileSync(file, 'utf8'), 10) || 0
    await sleep(5)
  }
  child.kill('SIGINT')
  expect(await exited).toEqual([null, 'SIGINT'])
  expect(server).toBeGreaterThan(0)
  expect(await isAlive(server)).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})
