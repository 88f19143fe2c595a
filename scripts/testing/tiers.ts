// The tiers of tests: the end of a file's name says what the test needs, and each tier has its command.
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { findUnitTests } from './unit-tests.ts'

const ROOT = dirname(dirname(import.meta.dirname))
const FOLDERS = ['packages/*/test', 'scripts', 'ci']

/** `ending` is that of the names of the files, as in `lists.test.ts`. */
type Tier = { ending: string; needs: string; command: string; limitMs: number }

/** A limit only ends a test that hangs, also beside other programs on a slow machine. */
const LIMIT_MS = 300_000
const LONG_LIMIT_MS = 1_200_000

/** By the mode of Vitest that runs each; `npm test` has Vitest's own, `test`. */
export const TIERS = {
  test: { ending: 'test', needs: 'what npm ci installs', command: 'npm test', limitMs: LIMIT_MS },
  browser: { ending: 'browser', needs: 'Chromium', command: 'npm run test:browser', limitMs: LIMIT_MS },
  tools: { ending: 'tools', needs: 'other programs', command: 'npm run test:tools', limitMs: LIMIT_MS },
  s3: { ending: 's3', needs: 'an object store', command: 'npm run test:s3', limitMs: LIMIT_MS },
  recorded: { ending: 'recorded', needs: 'recorded answers', command: 'npm run test:recorded', limitMs: LIMIT_MS },
  system: {
    ending: 'system',
    needs: 'whole machines and much time',
    command: 'npm run test:system',
    limitMs: LONG_LIMIT_MS,
  },
  upgrade: {
    ending: 'upgrade',
    needs: 'earlier versions',
    command: 'npm run test:upgrade',
    limitMs: LONG_LIMIT_MS,
  },
} as const satisfies Record<string, Tier>

export type TierName = keyof typeof TIERS

/** The tier that a mode of Vitest runs. `unit` is a part of `test`; `system-full` is `system` with more rounds and longer lists. */
export function tierOf(mode: string): TierName {
  if (mode === 'system-full') return 'system'
  return mode in TIERS ? (mode as TierName) : 'test'
}

export function patternsOf(tier: TierName): string[] {
  return FOLDERS.map((folder) => `${folder}/**/*.${TIERS[tier].ending}.ts`)
}

export function filesOf(tier: TierName): string[] {
  return globSync(patternsOf(tier), { cwd: ROOT, exclude: ['**/node_modules/**'] })
}

/** Those that a mode of Vitest runs. */
export function filesIn(mode: string): string[] {
  return mode === 'unit' ? findUnitTests(filesOf('test')) : filesOf(tierOf(mode))
}
