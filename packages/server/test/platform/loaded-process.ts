// A process that has a load whenever it is told to, and then nothing to do.
import process from 'node:process'
import { giveBackWhenIdle } from '../../src/platform/collect.ts'

const LOOK_INTERVAL_MS = 100
const LIVE_COUNT = 300_000

giveBackWhenIdle(LOOK_INTERVAL_MS)

process.on('message', (wish) => {
  if (wish === 'load') load()
  process.send?.(process.memoryUsage.rss())
})

function load(): number {
  const live = Array.from({ length: LIVE_COUNT }, (_, index) => ({
    text: `entry ${index}`,
    numbers: [index, index + 1],
  }))
  return live.reduce((sum, { numbers }) => sum + numbers.length, 0)
}
