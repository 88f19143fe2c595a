import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { fork, spawn } from '../../../../scripts/testing/programs.ts'
import { keepChild } from '../../src/process/child.ts'
import { CHILD_ENV } from '../support/child-env.ts'

/** The processes that this one has started. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const [, , ppid] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/\(.*\)/s, '')
        .split(/\s+/)
      return Number(ppid) === parent ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

test('a child that ignores the signal to stop is killed after its deadline', async () => {
  const before = new Set(childrenOf(process.pid))
  const environment = { PATH: process.env.PATH, DATABASE_URL: 'postgres://127.0.0.1:9/none' }
  const child = keepChild({ role: 'worker', environment, log: pino({ level: 'silent' }), stopDeadlineMs: 200 })
  const pid = await eventually(() => childrenOf(process.pid).find((one) => !before.has(one)))
  process.kill(pid, 'SIGSTOP')
  await child.stop()
  expect(childrenOf(process.pid)).not.toContain(pid)
})

test('a child whose supervisor is gone does not crash when it has something to tell', async () => {
  const child = fork(new URL('orphan-program.ts', import.meta.url), { env: CHILD_ENV })
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a child whose supervisor was killed with messages unread does not crash when it sends the next one', async () => {
  const program = fileURLToPath(new URL('killed-supervisor-program.ts', import.meta.url))
  const supervisor = spawn(process.execPath, [program], { env: CHILD_ENV, stdio: ['ignore', 'pipe', 'inherit'] })
  expect(await text(supervisor.stdout)).toBe('The child ended with 0.\n')
})
