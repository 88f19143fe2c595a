import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Http } from './http.ts'
import type { Metrics } from './metrics.ts'

const READY_TIMEOUT_MS = 2_000

const WATCHING = { config: { access: 'public', evenUnderOverload: true }, schema: { hide: true } } as const

/** Liveness asks nothing but this process; readiness asks the database, and is red from the moment we stop. */
export function registerHealth(
  app: Http,
  { db, metrics, isStopping }: { db: Db; metrics: Metrics; isStopping(): boolean },
) {
  app.get('/livez', WATCHING, () => ({ status: 'ok' }))

  app.get('/readyz', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    const ready = !isStopping() && (await canAsk(db))
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : isStopping() ? 'stopping' : 'database unreachable' })
  })

  app.get('/metrics', WATCHING, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
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
