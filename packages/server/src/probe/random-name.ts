import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import type { AcceptsAny } from './outcome.ts'

/** An answer about names that no person has counts for so long. */
const BELIEVED_DAYS = 7

type Place = { domain: string; host: string }

/** The random name of the domain at this host, and what is known about it. */
export async function readRandomName(
  db: Db,
  { domain, host }: Place,
): Promise<{ name: string; acceptsAny: AcceptsAny }> {
  const { rows } = await sql<{ name: string; acceptsAny: AcceptsAny }>`
    INSERT INTO probed_domains AS known (domain, mail_host, random_name)
    VALUES (${domain}, ${host}, ${randomBytes(10).toString('hex')})
    ON CONFLICT (domain, mail_host) DO UPDATE SET
      (random_name, accepts_any, asked_at) = (
        SELECT excluded.random_name, NULL::boolean, now()
        WHERE known.asked_at < now() - make_interval(days => ${BELIEVED_DAYS})
        UNION ALL
        SELECT known.random_name, known.accepts_any, known.asked_at
        WHERE known.asked_at >= now() - make_interval(days => ${BELIEVED_DAYS}))
    RETURNING random_name AS name, accepts_any AS "acceptsAny"`.execute(db)
  return rows[0]!
}

export async function storeAcceptsAny(tx: Tx, { domain, host }: Place, acceptsAny: boolean): Promise<void> {
  await sql`
    UPDATE probed_domains SET accepts_any = ${acceptsAny}, asked_at = now()
    WHERE domain = ${domain} AND mail_host = ${host}`.execute(tx)
}
