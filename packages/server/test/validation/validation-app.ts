import type { ValidationResult } from '@mailsift/contract'
import { loadEngine } from '@mailsift/engine/node'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { registerDomainRoutes } from '../../src/domains/routes.ts'
import { knownOf, NOTHING_KNOWN } from '../../src/mailboxes/mailboxes.ts'
import { deliver } from '../../src/outbox/deliver.ts'
import type { SingleValidated } from '../../src/outbox/outbox.ts'
import { type Database, type Db, openDatabase } from '../../src/platform/database/database.ts'
import type { CreateRateLimiter } from '../../src/platform/http/limits/rate-limit.ts'
import type { Http } from '../../src/platform/http/server.ts'
import { requestProbe } from '../../src/probe/probe.ts'
import { addToLedger } from '../../src/usage/ledger.ts'
import { createUsageRecorder } from '../../src/usage/usage.ts'
import { registerGuardRoutes } from '../../src/validation/guard/routes.ts'
import { registerPlaygroundRoutes } from '../../src/validation/playground/routes.ts'
import { registerValidationRoutes } from '../../src/validation/routes.ts'
import { registerWarehouseRoutes } from '../../src/warehouse/routes.ts'
import { addToken, addUser, type TestApp, type TestUser, useTestApp, withToken } from '../access/test-app.ts'
import { startFacts } from '../domains/support.ts'
import { listenersWith } from '../outbox/events.ts'
import type { Zone } from '../stand-ins/dns-server.ts'
import type { RdapScript } from '../stand-ins/rdap-server.ts'
import { useDns, useRdap } from '../stand-ins/use.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'

export type ValidationApp = TestApp & {
  database: Database
  user: TestUser
  token: string
  /** With the user's read token. */
  validate(query: string, headers?: Record<string, string>): Promise<Response>
  /** What was committed for the user so far. */
  billed(): Promise<{ resultIds: string[]; events: SingleValidated[] }>
  /** The user's units in the ledger, once everything is delivered. */
  ledgerUnits(): Promise<number>
}

export type ValidationAppOptions = {
  zone?: Zone
  rdap?: RdapScript
  registryBudgetMs?: number
  /** Where usage goes, if not into the test's own database. */
  usageUrl?: string
  playgroundDaily?: number
  /** As with PROBE=on: requests are stored, and no task runs. */
  probe?: boolean
  trustProxy?: string
  /** Before all routes. */
  addHooks?(http: Http): void
  addRoutes?(http: Http, deps: { db: Db; createRateLimiter: CreateRateLimiter }): void
}

/** Its data is read once: no test of these changes it. */
const engine = loadEngine()

export const EVIDENCE_DEPS = { engine, secrets: ['a secret for tests, long enough for all'] } as const

/** Everything of §4.8 over real HTTP, with the real engine, and with name server and registry on loopback. */
export async function useValidationApp(options: ValidationAppOptions = {}): Promise<ValidationApp> {
  const database = await useTestDatabase()
  const { db } = database
  const rdap = options.rdap && (await useRdap(options.rdap))
  const facts = startFacts(db, await useDns(options.zone ?? {}), rdap, { suffix: 'org', timeoutMs: 500 })
  const { pool, close } = openDatabase(options.usageUrl ?? database.url, { log: silentLog, connectionCount: 3 })
  onTestFinished(close)
  const usage = createUsageRecorder({ pool, log: silentLog, wake: () => {} })
  const app = await useTestApp(database.url, {
    trustProxy: options.trustProxy,
    addRoutes(http, createRateLimiter) {
      options.addHooks?.(http)
      registerValidationRoutes(http, {
        db,
        engine,
        facts,
        usage,
        readKnown: async (accountId, address) =>
          (await knownOf(EVIDENCE_DEPS, db, accountId, [address]))[0] ?? NOTHING_KNOWN,
        ...(options.probe && {
          requestProbe: (accountId: string, address: string) => requestProbe(EVIDENCE_DEPS, db, accountId, address),
        }),
        registryBudgetMs: options.registryBudgetMs ?? 5_000,
      })
      registerPlaygroundRoutes(http, {
        db,
        engine,
        secret: 'a secret for tests, long enough for all',
        perNetworkDaily: options.playgroundDaily ?? 100,
        sessionCookieName: 'mailsift_session',
        createRateLimiter,
      })
      registerGuardRoutes(http, { db, engine, usage, createRateLimiter })
      registerWarehouseRoutes(http, { engine, usage })
      registerDomainRoutes(http, { engine, facts, registryBudgetMs: options.registryBudgetMs ?? 5_000 })
      options.addRoutes?.(http, { db, createRateLimiter })
    },
  })
  const user = await addUser(db)
  const token = await addToken(db, user.id, 'read')
  return {
    ...app,
    database,
    user,
    token,
    validate: (query, headers = {}) => app.fetch(`/v1/emails/validate?${query}`, withToken(token, { headers })),
    async billed() {
      const rows = await db.selectFrom('outbox_events').select('body').where('account_id', '=', user.id).execute()
      const events = rows.map((row) => row.body as SingleValidated)
      return { events, resultIds: events.flatMap((event) => event.resultIds) }
    },
    async ledgerUnits() {
      const deps = { db, log: silentLog, listeners: listenersWith({ usage: addToLedger }) }
      await deliver(deps, { listener: 'usage' }, { signal: new AbortController().signal })
      const { rows } = await sql<{ units: number }>`
        SELECT coalesce(sum(units), 0)::int AS units FROM usage_daily WHERE account_id = ${user.id}`.execute(db)
      return rows[0]!.units
    },
  }
}

export function emailQuery(email: string): string {
  return `email=${encodeURIComponent(email)}`
}

export async function resultOf(answer: Response): Promise<ValidationResult> {
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as ValidationResult
}
