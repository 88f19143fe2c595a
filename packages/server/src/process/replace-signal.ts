import process from 'node:process'
import type { Processes } from './processes.ts'

/**
 * SIGHUP replaces the processes one by one, without refusing a request. A closing terminal sends it too, and then it means stop.
 * Returns the function that takes the processes once they serve; while they start they are as new as can be, and the signal must not end them.
 */
export function listenForReplace(): (processes: Processes) => void {
  let running: Promise<void> | undefined
  let serving: Processes | undefined
  if (!process.stdin.isTTY)
    process.on('SIGHUP', () => {
      running = Promise.resolve(running).then(() => serving?.replaceAll())
    })
  return (processes) => {
    serving = processes
  }
}
