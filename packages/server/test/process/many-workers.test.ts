import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { connectionsNeeded } from '../../src/process/processes.ts'

test('the embedded database has room for all that the processes may open, however many there are', () => {
  for (const workers of [1, 15, 31, 256]) {
    const config = readConfig({ WORKERS: String(workers), API_PROCESSES: '8' })
    const open = (workers + 8) * (config.databaseConnections + 3)
    expect(connectionsNeeded(config)).toBeGreaterThan(open + 20)
  }
})
