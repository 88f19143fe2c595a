import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { Summary } from './scripts/testing/summary.ts'
import { filesIn, patternsOf, TIERS, type TierName, tierOf } from './scripts/testing/tiers.ts'

const RUN_FOLDER = 'scripts/testing/run-folder.ts'
const POSTGRES = 'packages/server/test/support/global-postgres.ts'
const BUILDS = 'scripts/build/fresh.ts'
const CHROMIUM = 'packages/intake/test/global-chromium.ts'

/** What a run prepares for all its tests. */
const SETUP: Readonly<Record<TierName, string[]>> = {
  test: [BUILDS, POSTGRES],
  tools: [BUILDS, POSTGRES],
  recorded: [],
  upgrade: [BUILDS, POSTGRES],
  browser: [BUILDS, POSTGRES, CHROMIUM],
  s3: [BUILDS, POSTGRES, CHROMIUM],
  system: [BUILDS, POSTGRES, CHROMIUM],
}

export default defineConfig(({ mode }) => {
  const tier = tierOf(mode)
  const limitMs = TIERS[tier].limitMs
  return {
    test: {
      include: mode === 'unit' ? filesIn(mode) : patternsOf(tier),
      env: { SYSTEM_TESTS: mode === 'system-full' ? 'full' : 'short' },
      globalSetup: [RUN_FOLDER, ...(mode === 'unit' ? [] : SETUP[tier])],
      testTimeout: limitMs,
      hookTimeout: limitMs,
      // What a test waits for may take as long as the test: a busy machine is no fault.
      expect: { poll: { timeout: limitMs - 5_000, interval: 20 } },
      pool: 'forks',
      // No test mocks a module or leaves anything behind, so a process is used for many files and loads its modules once.
      isolate: false,
      // Threads that help to collect garbage take the processor from the other workers, and a tenth more of it in all.
      execArgv: ['--single-threaded-gc'],
      // More than there are cores: many tests wait for a process, a timer or the database.
      maxWorkers: availableParallelism() + 4,
      // Node reads the sources itself, as it does in the program.
      experimental: { viteModuleRunner: false, nodeLoader: false },
      reporters: [
        'default',
        new Summary(),
        ...(process.env.TEST_REPORT ? [['json', { outputFile: process.env.TEST_REPORT }] as ['json', object]] : []),
      ],
      coverage: {
        provider: 'v8',
        reportOnFailure: true,
        include: ['packages/*/src/**/*.ts'],
        reporter: ['text', 'json-summary', 'json'],
      },
    },
  }
})
