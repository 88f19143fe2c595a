import type { ExitCode } from '../exit.ts'

/** `bad` makes calls fail; `odd` is worth knowing. */
export type Finding = { check: string; state: 'good' | 'odd' | 'bad'; detail: string; exitCode?: ExitCode }
