// Messages between a process and the thread that watches it.
import type { LogFormat } from '../log.ts'

export type WatchdogOptions = {
  /** The longest that the event loop may block; 0 allows anything. */
  standstillMaxMs: number
  databaseUrl: string
  logFormat: LogFormat
  role: string
}

export type Watched = WatchdogOptions & { signsOfLife: Int32Array<SharedArrayBuffer> }
export type WatchdogMessage = { processName: string }
