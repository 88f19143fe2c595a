import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take long, the longest first: one that began last would keep the run waiting for it. Those that keep a browser busy stand
 * between those that wait.
 */
const LONG_FILES = [
  /\/console\/test\/pages\.campaign/,
  /\/server\/test\/domains\/facts-faults\.test/,
  /\/console\/test\/(keys\.test|faults\.campaign)/,
  /\/server\/test\/(platform\/queue|backup\/backup|backup\/commands)\.test/,
  /\/console\/test\/cleaning\.test/,
  /\/server\/test\/process\/(start|fleet)\.test/,
  /\/cli\/test\/(faults\.campaign|mcp\.test)/,
  /\/(console|guard)\/test\//,
  /\/server\/test\/(process|admin)\//,
  /\/cli\/test\//,
  /\/server\/test\/contacts\/enrichment\/enrich\.test/,
  /\/server\/test\/(platform\/(database|dns-client)|validation\/answers|bulk\/fairness|accounts\/sign-in\/second-factor)\.test/,
  /\/scripts\/(bundle\/bundle|sbom)\.test/,
]

/** Campaigns kill processes, start whole machines, take memory or wait for long; they are run apart, by FAULTS=short or FAULTS=full. */
const TESTS = ['packages/*/test/**/*.test.ts', 'scripts/**/*.test.ts', 'ci/**/*.test.ts']
const CAMPAIGNS = ['packages/*/test/**/*.campaign.ts', 'scripts/**/*.campaign.ts', 'ci/**/*.campaign.ts']

/**
 * A campaign works for tens of seconds on a free machine, in full for minutes. A busy machine is no fault: a limit only ends what hangs,
 * and TEST_LIMIT_MS gives more to a machine that is slower still.
 */
const LONGEST_CAMPAIGN_MS = process.env.FAULTS === 'full' ? 3_600_000 : 600_000
const LONGEST_TEST_MS = Number(process.env.TEST_LIMIT_MS) || (process.env.FAULTS ? LONGEST_CAMPAIGN_MS : 30_000)

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONG_FILES.findIndex((pattern) => pattern.test(moduleId))
      return index < 0 ? LONG_FILES.length : index
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    include: process.env.FAULTS ? CAMPAIGNS : TESTS,
    globalSetup: [
      'scripts/fresh-builds.ts',
      'packages/server/test/support/global-postgres.ts',
      'packages/intake/test/global-chromium.ts',
    ],
    testTimeout: LONGEST_TEST_MS,
    hookTimeout: LONGEST_TEST_MS,
    // What a test waits for may take as long as the test: a busy machine is no fault.
    expect: { poll: { timeout: LONGEST_TEST_MS - 5_000, interval: 20 } },
    pool: 'forks',
    // No test mocks a module or leaves anything behind, so a process is used for many files and loads its modules once.
    isolate: false,
    // Threads that help to collect garbage take the processor from the other workers, and a tenth more of it in all.
    execArgv: ['--single-threaded-gc'],
    // More than there are cores: many tests wait for a process, a timer or the database.
    maxWorkers: availableParallelism() + 4,
    // Node reads the sources itself, as it does in the program.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongFilesFirst },
    ...(process.env.TEST_REPORT && { reporters: ['default', ['json', { outputFile: process.env.TEST_REPORT }]] }),
    coverage: {
      provider: 'v8',
      reportOnFailure: true,
      include: ['packages/*/src/**/*.ts'],
      reporter: ['text', 'json-summary', 'json'],
    },
  },
})
