import { createRequire } from 'node:module'
import { type Logger, pino } from 'pino'
import type PinoPretty from 'pino-pretty'

export type Log = Logger

/** `mixed` has the lines of `json`; only the welcome is text. */
export type LogFormat = 'json' | 'mixed' | 'pretty'
export type LogOptions = { level: string; format: LogFormat; role: string }

/** Logs carry ids, routes, states and times; never an address, a token or a file name (reliability.md, invariant 13). */
export function createLog({ level, format, role }: LogOptions): Log {
  const base = { role, pid: process.pid }
  const timestamp = pino.stdTimeFunctions.isoTime
  if (format !== 'pretty') return pino({ level, base, timestamp })
  // Loaded for terminals alone. Written at once, in this thread: its own thread would cost each process 10 MB.
  const pretty = createRequire(import.meta.url)('pino-pretty') as typeof PinoPretty
  const lines = pretty({
    ignore: 'pid,role,hostname',
    messageFormat: '{role}: {msg}',
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
    sync: true,
  })
  return pino({ level, base, timestamp }, lines)
}
