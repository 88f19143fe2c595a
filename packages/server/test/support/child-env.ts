import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What every process that a test starts gets of ours: where programs are, the folder of the run, and the compiled code of the starts before. */
export const CHILD_ENV = {
  PATH: process.env.PATH,
  TMPDIR: tmpdir(),
  NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
} satisfies NodeJS.ProcessEnv
