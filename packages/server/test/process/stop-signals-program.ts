// Tells its parent which stop signals it has understood.
import process from 'node:process'
import { setImmediate as turn } from 'node:timers/promises'
import { listenForStop } from '../../src/process/stop-signals.ts'

const sameWishMs = Number(process.argv[2])
const { first, second } = listenForStop(sameWishMs)
void first.then(async (signal) => {
  // A parent that hears of the first sends the second: it is one only after its time.
  // Fixed time: what counts as a second wish is told by the time between.
  if (sameWishMs === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  process.send?.(`first ${signal}`)
})
void second.then(() => process.send?.('second'))
process.on('message', async () => {
  await turn()
  process.send?.('still there')
})
process.send?.('ready')
