import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { fork } from '../../../../../scripts/testing/programs.ts'
import { enqueue, startQueue } from '../../../src/platform/queue/queue.ts'
import { silentLog, useTestDatabase } from '../../support/database.ts'

const CRASHING_WORKER = fileURLToPath(new URL('../crashing-worker.ts', import.meta.url))

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'the task of a worker that gets %s, without a supervisor to note it, runs in another process',
  async (signal) => {
    const database = await useTestDatabase()
    const { db } = database
    const worker = fork(CRASHING_WORKER, [database.url], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    onTestFinished(async () => {
      const exited = worker.exitCode === null && worker.signalCode === null ? once(worker, 'exit') : undefined
      worker.kill('SIGKILL')
      await exited
    })
    await enqueue(db, 'test.run' as never, { name: 'a', ends: 'never' } as never)
    await expect
      .poll(() => db.selectFrom('settings').where('name', '=', 'a').select('value').execute())
      .toEqual([{ value: 'begun' }])
    let ranAt = 0
    const tasks = {
      'test.run': async () => {
        ranAt = performance.now()
      },
    }
    const queue = await startQueue({ database, log: silentLog, tasks: tasks as never, cron: [], concurrency: 1 })
    onTestFinished(() => queue.stop())
    const endedAt = performance.now()
    worker.kill(signal)
    await expect.poll(() => ranAt).toBeGreaterThan(0)
    console.info(`${signal}: the task ran again after ${Math.round(ranAt - endedAt)} ms`)
  },
)
