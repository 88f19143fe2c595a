import process from 'node:process'
import type { Processes } from './processes.ts'

/** SIGHUP replaces the processes one by one, with nothing refused meanwhile. A terminal that closes sends it too, and means the end. */
export function listenForReplace(processes: Processes): void {
  if (process.stdin.isTTY) return
  let running: Promise<void> = Promise.resolve()
  process.on('SIGHUP', () => {
    running = running.then(() => processes.replaceAll())
  })
}
