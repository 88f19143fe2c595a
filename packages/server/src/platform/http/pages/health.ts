import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { forAWhile } from '../../shared-value.ts'
import type { Http } from '../server.ts'

const READY_TIMEOUT_MS = 2_000

export const WATCHING = {
  config: { access: 'public', evenUnderOverload: true, underAnyHost: true },
  schema: { hide: true },
} as const

export type HealthDeps = {
  db: Db
  isStopping(): boolean
  /** Whether the disk of this node has no room left for a write. */
  isDiskFull?: () => boolean
  /** Warnings by subject that do not keep the service from serving; undefined when all is well. */
  complaints?: Readonly<Record<string, () => string | undefined>>
}

/** Liveness asks nothing but this process; readiness asks the database, and is red from the moment we stop. */
export function registerHealth(app: Http, { db, isStopping, isDiskFull = () => false, complaints = {} }: HealthDeps) {
  // Concurrent health checks share one query.
  const askDatabase = forAWhile(0, () => canAsk(db))
  app.get('/livez', WATCHING, () => ({ status: 'ok' }))

  app.get(
    '/readyz',
    { config: { access: 'public', underAnyHost: true }, schema: { hide: true } },
    async (_request, reply) => {
      const status = isStopping() ? 'stopping' : isDiskFull() ? 'disk full' : await askDatabase()
      const details = Object.entries(complaints).map(([subject, complain]) => [subject, complain()])
      return reply.code(status === 'ready' ? 200 : 503).send({ status, ...Object.fromEntries(details) })
    },
  )
}

type DatabaseStatus = 'ready' | 'database unreachable' | 'database read-only'

async function canAsk(db: Db): Promise<DatabaseStatus> {
  const timeout = new Promise<DatabaseStatus>((resolve) =>
    setTimeout(resolve, READY_TIMEOUT_MS, 'database unreachable').unref(),
  )
  const answer = sql<{ value: string }>`SELECT current_setting('transaction_read_only') AS value`.execute(db).then(
    ({ rows }) => (rows[0]?.value === 'on' ? 'database read-only' : 'ready'),
    () => 'database unreachable' as const,
  )
  return Promise.race([answer, timeout])
}
