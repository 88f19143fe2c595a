import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { fork } from '../../../../scripts/testing/programs.ts'

const RETURN_FACTOR = 1.25

test('after every load, an idle process returns to within 25 % of the memory that it had before', async () => {
  const child = fork(fileURLToPath(new URL('./loaded-process.ts', import.meta.url)), { execArgv: ['--expose-gc'] })
  onTestFinished(async () => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  })
  const bytesAfter = async (wish: 'load' | 'nothing') => {
    const answer = once(child, 'message') as Promise<[number]>
    child.send(wish)
    return (await answer)[0]
  }
  const before = await bytesAfter('nothing')
  for (let load = 0; load < 2; load++) {
    expect(await bytesAfter('load')).toBeGreaterThan(before * RETURN_FACTOR)
    await expect.poll(() => bytesAfter('nothing')).toBeLessThan(before * RETURN_FACTOR)
  }
})
