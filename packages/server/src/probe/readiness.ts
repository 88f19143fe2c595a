// No probe runs unless the self-test has passed within the last hour. The fleet shares its results through the database.
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import type { Check, Identity } from './self-test.ts'

const PASSED_HOLDS = '1 hour'
/** A failed one is repeated sooner, not at once: an operator may be at it. */
const FAILED_HOLDS = '10 minutes'

export type Readiness = { isReady(): Promise<boolean> }

export type ReadinessDeps = { db: Db; log: Log; identity: Identity; runSelfTest: () => Promise<Check[]> }

export function createReadiness({ db, log, identity, runSelfTest }: ReadinessDeps): Readiness {
  const key = `${identity.heloName} ${identity.sender} ${identity.address}`
  let testing: Promise<boolean> | undefined

  async function test(): Promise<boolean> {
    const problems = (await runSelfTest()).filter(({ passed }) => !passed)
    await storeSelfTest(db, key, problems)
    if (problems.length > 0) log.warn({ failed: problems.map(({ name }) => name) }, 'probe self-test failed')
    return problems.length === 0
  }

  return {
    async isReady() {
      const { rows } = await sql<{ passed: boolean }>`
        SELECT problems = '[]' AS passed FROM probe_self_tests
        WHERE identity = ${key} AND tested_at > now() - CASE WHEN problems = '[]' THEN ${PASSED_HOLDS}::interval
          ELSE ${FAILED_HOLDS}::interval END`.execute(db)
      if (rows[0]) return rows[0].passed
      testing ??= test().finally(() => {
        testing = undefined
      })
      return testing
    },
  }
}

async function storeSelfTest(db: Db, identity: string, problems: readonly Check[]): Promise<void> {
  await sql`
    INSERT INTO probe_self_tests (identity, problems) VALUES (${identity}, ${JSON.stringify(problems)}::jsonb)
    ON CONFLICT (identity) DO UPDATE SET tested_at = now(), problems = excluded.problems`.execute(db)
}
