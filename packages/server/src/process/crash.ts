import { writeSync } from 'node:fs'
import process from 'node:process'
import { factsOf } from '../platform/error-facts.ts'
import type { LogFormat } from '../platform/log.ts'

export type CrashOptions = { logFormat: LogFormat; role: string }

/** An error that nothing caught ends the process with one line in the form of its log, instead of text between the lines. */
export function reportCrashes(options: CrashOptions): void {
  process.on('uncaughtException', (error) => {
    reportCrash(error, options)
    process.exit(1)
  })
  if (options.logFormat !== 'pretty') keepTextOut(options)
}

export function reportCrash(error: unknown, { logFormat, role }: CrashOptions): void {
  if (logFormat === 'pretty') console.error(error)
  else writeLine(FATAL, role, factsOf(error), 'process crashed')
}

/** Why there was no start: for people, except where every line has to be an object. */
export function reportRefusal(message: string, { logFormat, role }: CrashOptions): void {
  if (logFormat === 'json') writeLine(FATAL, role, {}, message)
  else writeSync(2, `${message}\n`)
}

/** Node's warnings, and what libraries write to the console, are text of several lines. */
function keepTextOut({ role }: CrashOptions): void {
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message, ...rest }) => {
    const { code } = rest as { code?: unknown }
    writeLine(WARN, role, { warning: name, code }, message)
  })
  // A library's text may quote its input; the place where it was written tells the subject.
  const note = () => writeLine(WARN, role, { at: factsOf(new Error()).at?.slice(1) }, 'library wrote to the console')
  Object.assign(console, { error: note, warn: note })
}

const WARN = 40
const FATAL = 60

/** Written at once: what ends here has no time for a logger. */
function writeLine(level: number, role: string, facts: object, msg: string): void {
  writeSync(2, `${JSON.stringify({ level, time: new Date().toISOString(), role, pid: process.pid, ...facts, msg })}\n`)
}
