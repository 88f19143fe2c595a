import { writeSync } from 'node:fs'
import process from 'node:process'
import type { LogFormat } from '../platform/log.ts'

export type CrashOptions = { logFormat: LogFormat; role: string }

/** An error that nothing caught ends the process with one line in the form of its log, instead of text between the lines. */
export function reportCrashes(options: CrashOptions): void {
  process.on('uncaughtException', (error) => {
    reportCrash(error, options)
    process.exit(1)
  })
}

/** Written at once: what ends here has no time for a logger. */
export function reportCrash(error: unknown, { logFormat, role }: CrashOptions): void {
  if (logFormat === 'pretty') {
    console.error(error)
    return
  }
  const { name, code, stack } = error as { name?: string; code?: unknown; stack?: string }
  // The message, which stands before the places in the stack, may quote an address.
  const at = stack?.split('\n').flatMap((line) => (/^\s+at /.test(line) ? [line.trim().slice('at '.length)] : []))
  const facts = { level: 60, time: new Date().toISOString(), role, pid: process.pid, error: name, code, at }
  writeSync(2, `${JSON.stringify({ ...facts, msg: 'the process crashed' })}\n`)
}
