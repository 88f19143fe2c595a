// Who may try the service without an account, how often, and each ticket once: kept in the database for all processes.
import { PLAYGROUND_TICKET_MS } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { CronEntry } from '../../platform/queue/queue.ts'
import { readSecrets } from '../../platform/secrets.ts'
import { networkKey, readTicket, signTicket } from './ticket.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    playground_used_tickets: { nonce: Buffer; expires_at: Date }
    playground_daily: { network: Buffer; day: string; count: number }
  }
}
declare module '../../platform/queue/queue.ts' {
  interface Tasks {
    'playground.delete-old': Record<string, never>
  }
}

export const playgroundCron: readonly CronEntry[] = [{ task: 'playground.delete-old', match: '*/10 * * * *' }]

export type AllowanceDeps = { db: Db; secret: string; perNetworkDaily: number }
export type IssuedTicket = { text: string; expiresAt: Date }

export async function issueTicket(
  { db, secret, perNetworkDaily }: AllowanceDeps,
  network: string,
): Promise<IssuedTicket> {
  const secrets = readSecrets(secret)
  const { rows } = await sql<{ now: Date; used: number | null }>`
    SELECT now() AS now, (
      SELECT count FROM playground_daily
      WHERE network = ${networkKey(secrets, network)} AND day = (now() AT TIME ZONE 'UTC')::date) AS used`.execute(db)
  const { now, used } = rows[0]!
  if ((used ?? 0) >= perNetworkDaily) throw usedUp(now)
  const expiresAt = new Date(now.getTime() + PLAYGROUND_TICKET_MS)
  return { text: signTicket(secrets, network, expiresAt.getTime()), expiresAt }
}

/** Uses the ticket up. Of any number of requests with the same one, in any process, one gets past this. */
export async function useTicket(
  { db, secret, perNetworkDaily }: AllowanceDeps,
  network: string,
  text: string,
): Promise<void> {
  const secrets = readSecrets(secret)
  const ticket = readTicket(secrets, network, text)
  if (!ticket) throw refused('The ticket was not issued to this network.')
  const expiresAt = new Date(ticket.expiresAtMs)
  const { rows } = await sql<{ now: Date; lapsed: boolean; fresh: boolean; counted: boolean }>`
    WITH used AS (
      INSERT INTO playground_used_tickets (nonce, expires_at) SELECT ${ticket.nonce}, ${expiresAt}
      WHERE ${expiresAt} > now() ON CONFLICT DO NOTHING RETURNING nonce
    ), counted AS (
      INSERT INTO playground_daily AS daily (network, day, count)
      SELECT ${networkKey(secrets, network)}, (now() AT TIME ZONE 'UTC')::date, 1 FROM used
      ON CONFLICT (network, day) DO UPDATE SET count = daily.count + 1 WHERE daily.count < ${perNetworkDaily}
      RETURNING count
    )
    SELECT now() AS now, ${expiresAt} <= now() AS lapsed, EXISTS (SELECT FROM used) AS fresh,
      EXISTS (SELECT FROM counted) AS counted`.execute(db)
  const { now, lapsed, fresh, counted } = rows[0]!
  if (lapsed) throw refused('The ticket has expired.')
  if (!fresh) throw refused('The ticket was used already.')
  if (!counted) throw usedUp(now)
}

/** Removes what no longer decides anything. */
export async function deleteOldAllowances({ db }: { db: Db }): Promise<void> {
  await sql`DELETE FROM playground_used_tickets WHERE expires_at < now()`.execute(db)
  await sql`DELETE FROM playground_daily WHERE day < (now() AT TIME ZONE 'UTC')::date`.execute(db)
}

function refused(detail: string): AppError {
  return new AppError('playground_refused', detail)
}

const DAY_SECONDS = 86_400

function usedUp(now: Date): AppError {
  return new AppError(
    'rate_limited',
    'Your network has reached the daily limit of the playground. It resets at midnight UTC.',
    {
      retryAfterSeconds: DAY_SECONDS - (Math.floor(now.getTime() / 1000) % DAY_SECONDS),
    },
  )
}
