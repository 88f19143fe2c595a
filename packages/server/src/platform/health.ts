import { sql } from 'kysely'
import type { Db } from './database.ts'
import { forAWhile } from './http/asset.ts'
import type { Http } from './http.ts'

const READY_TIMEOUT_MS = 2_000

/** Of routes for those who watch the service. */
export const WATCHING = {
  config: { access: 'public', evenUnderOverload: true, underAnyHost: true },
  schema: { hide: true },
} as const

/** Liveness asks nothing but this process; readiness asks the database, and is red from the moment we stop. */
export function registerHealth(app: Http, { db, isStopping }: { db: Db; isStopping(): boolean }) {
  // However many ask, the database is asked by one of them at a time.
  const askDatabase = forAWhile(0, () => canAsk(db))
  app.get('/livez', WATCHING, () => ({ status: 'ok' }))

  app.get(
    '/readyz',
    { config: { access: 'public', underAnyHost: true }, schema: { hide: true } },
    async (_request, reply) => {
      const ready = !isStopping() && (await askDatabase())
      return reply
        .code(ready ? 200 : 503)
        .send({ status: ready ? 'ready' : isStopping() ? 'stopping' : 'database unreachable' })
    },
  )
}

async function canAsk(db: Db): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, READY_TIMEOUT_MS, false).unref())
  const answer = sql`SELECT 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([answer, timeout])
}
