import type { ExitCode } from '../exit.ts'

/** `bad` is what a call would fail from; `odd` is worth knowing. */
export type Finding = { check: string; state: 'good' | 'odd' | 'bad'; detail: string; exitCode?: ExitCode }
