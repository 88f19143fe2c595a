import type { WriteStream } from 'node:tty'

/** On a terminal one line that is written over; in a log one line now and then. */
const LOG_EVERY_MS = 10_000
const SHOW_EVERY_MS = 100

export type ProgressOutput = Pick<WriteStream, 'isTTY' | 'write'>

export function progressOn(output: ProgressOutput): { show(text: string): void; end(): void } {
  const everyMs = output.isTTY ? SHOW_EVERY_MS : LOG_EVERY_MS
  let shownAt = output.isTTY ? 0 : Date.now()
  let isLineOpen = false
  return {
    show(text) {
      if (Date.now() - shownAt < everyMs) return
      shownAt = Date.now()
      isLineOpen = output.isTTY
      output.write(output.isTTY ? `\r\x1b[2K${text}` : `${text}\n`)
    },
    end() {
      if (isLineOpen) output.write('\r\x1b[2K')
      isLineOpen = false
    },
  }
}
