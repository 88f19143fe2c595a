import { loadEngine } from '@mailsift/engine/node'
import { expect, test } from 'vitest'
import { warmUp } from '../../../src/bulk/work/warm.ts'

test('warming takes a list the whole way, without a database, and lets other work have its turn', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  const rows = await warmUp({ engine: loadEngine() })
  clearInterval(timer)
  expect(rows).toBe(16_000)
  expect(turns).toBeGreaterThan(3)
})
