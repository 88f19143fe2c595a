import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { isCiInstalled } from './ci/installed.ts'
import { findUnitTests } from './scripts/unit-tests.ts'

/** The tests of ci/ need its packages, which `npm ci` does not install. */
const TESTS = ['packages/*/test/**/*.test.ts', 'scripts/**/*.test.ts', ...(isCiInstalled ? ['ci/**/*.test.ts'] : [])]
/** They kill processes, start whole machines, need much memory or wait for long. */
const SYSTEM_TESTS = ['packages/*/test/**/*.system.ts', 'scripts/**/*.system.ts', 'ci/**/*.system.ts']

/** Installations of earlier versions become installations of this one. */
const UPGRADE_TESTS = ['packages/*/test/**/*.upgrade.ts']

type Tier = { include: () => string[]; longestMs: number; env?: Record<string, string> }

/** The modes of `npm run test:unit`, `test:system`, `test:upgrade` and `test:system:full`; `npm test` has none of them. */
const MODES: Readonly<Record<string, Tier>> = {
  unit: { include: () => findUnitTests(TESTS), longestMs: 30_000 },
  system: { include: () => SYSTEM_TESTS, longestMs: 600_000, env: { SYSTEM_TESTS: 'short' } },
  upgrade: { include: () => UPGRADE_TESTS, longestMs: 600_000, env: { SYSTEM_TESTS: 'short' } },
  'system-full': { include: () => SYSTEM_TESTS, longestMs: 3_600_000, env: { SYSTEM_TESTS: 'full' } },
}
const ALL: Tier = { include: () => TESTS, longestMs: 30_000 }

export default defineConfig(({ mode }) => {
  const { include, longestMs, env = {} } = MODES[mode] ?? ALL
  // A limit only ends a test that hangs; TEST_LIMIT_MS gives more time to a slow machine.
  const testTimeout = Number(process.env.TEST_LIMIT_MS) || longestMs
  return {
    test: {
      include: include(),
      env,
      globalSetup:
        mode === 'unit'
          ? []
          : [
              'scripts/build/fresh.ts',
              'packages/server/test/support/global-postgres.ts',
              'packages/intake/test/global-chromium.ts',
            ],
      testTimeout,
      hookTimeout: testTimeout,
      // What a test waits for may take as long as the test: a busy machine is no fault.
      expect: { poll: { timeout: testTimeout - 5_000, interval: 20 } },
      pool: 'forks',
      // No test mocks a module or leaves anything behind, so a process is used for many files and loads its modules once.
      isolate: false,
      // Threads that help to collect garbage take the processor from the other workers, and a tenth more of it in all.
      execArgv: ['--single-threaded-gc'],
      // More than there are cores: many tests wait for a process, a timer or the database.
      maxWorkers: availableParallelism() + 4,
      // Node reads the sources itself, as it does in the program.
      experimental: { viteModuleRunner: false, nodeLoader: false },
      ...(process.env.TEST_REPORT && { reporters: ['default', ['json', { outputFile: process.env.TEST_REPORT }]] }),
      coverage: {
        provider: 'v8',
        reportOnFailure: true,
        include: ['packages/*/src/**/*.ts'],
        reporter: ['text', 'json-summary', 'json'],
      },
    },
  }
})
