// How often a token may be used, over all processes, without asking the database for each request: a process takes a tenth
// of what is left of the window at a time, and gives from that. What all have taken never passes the limit, so the limit
// holds exactly; what a process has taken and does not use is lost to the others until the window ends, at most a tenth
// of the limit for each of them.
import type { TokenLimit } from '@mailsift/contract'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../platform/at-most.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'

/** Limits of tokens, or of accounts by their plans. */
export type TokenLimits = {
  /** Counts one request, sends the RateLimit headers, and refuses it when the window is used up. */
  use(tokenId: string, limit: TokenLimit, reply: FastifyReply): undefined | Promise<undefined>
}

type Share = {
  limit: TokenLimit
  /** Monotonic, and never after the window's end in the database's time. */
  endsAt: number
  left: number
  /** Requests that no process had taken when this share was. */
  untaken: number
}

const SHARES_MAX = 20_000
const PART = 10

/** `name` is that of the limit in the fields of a response. */
type Counted = {
  table: 'token_allowances' | 'account_allowances'
  key: 'token_id' | 'account_id'
  name: string
  subject: string
}
const OF_TOKENS: Counted = { table: 'token_allowances', key: 'token_id', name: 'token', subject: 'this token' }
const OF_ACCOUNTS: Counted = { table: 'account_allowances', key: 'account_id', name: 'plan', subject: 'the plan' }

export const createTokenLimits = (deps: { db: Db }): TokenLimits => createLimits(deps, OF_TOKENS)
export const createAccountLimits = (deps: { db: Db }): TokenLimits => createLimits(deps, OF_ACCOUNTS)

function createLimits({ db }: { db: Db }, counted: Counted): TokenLimits {
  const shares = new LRUCache<string, Share>(atMost(SHARES_MAX))
  const taking = new Map<string, Promise<void>>()

  function use(tokenId: string, limit: TokenLimit, reply: FastifyReply): undefined | Promise<undefined> {
    const share = shares.get(tokenId)
    if (!share || share.endsAt <= performance.now() || !isSame(share.limit, limit) || isSpent(share))
      return take(tokenId, limit).then(() => use(tokenId, limit, reply))
    const isGranted = share.left > 0
    if (isGranted) share.left--
    addHeaders(reply, share, counted)
    if (!isGranted) throw tooOften(share, counted)
    return undefined
  }

  /** Concurrent requests wait for the same share. */
  function take(tokenId: string, limit: TokenLimit): Promise<void> {
    const running = taking.get(tokenId)
    if (running) return running
    const started = takeShare(tokenId, limit).finally(() => taking.delete(tokenId))
    taking.set(tokenId, started)
    return started
  }

  async function takeShare(tokenId: string, limit: TokenLimit): Promise<void> {
    // Measured before the question: the answer's way here must not lengthen the window.
    const askedAt = performance.now()
    const { requests, window_seconds } = limit
    const { rows } = await sql<{ taken: number; granted: number; ends_in_ms: number }>`
      INSERT INTO ${sql.table(counted.table)} AS a (${sql.ref(counted.key)}, window_seconds, window_number, taken, granted)
      SELECT ${tokenId}, seconds, floor(extract(epoch FROM now()) / seconds)::bigint, share, share
      FROM (SELECT ${window_seconds}::int AS seconds, ceil(${requests}::float8 / ${PART})::int AS share) AS first
      ON CONFLICT (${sql.ref(counted.key)}) DO UPDATE SET
        window_seconds = excluded.window_seconds,
        window_number = excluded.window_number,
        (taken, granted) = (
          SELECT before + share, share
          FROM (SELECT CASE WHEN a.window_seconds = excluded.window_seconds AND a.window_number = excluded.window_number
            THEN a.taken ELSE 0 END) AS window_before (before),
          LATERAL (SELECT ceil(greatest(0, ${requests}::int - before)::float8 / ${PART})::int AS share) AS next)
      RETURNING taken, granted,
        ((window_number + 1) * window_seconds - extract(epoch FROM now()))::float8 * 1000 AS ends_in_ms`.execute(db)
    const { taken, granted, ends_in_ms } = rows[0]!
    const untaken = Math.max(0, requests - taken)
    shares.set(tokenId, { limit, endsAt: askedAt + ends_in_ms, left: granted, untaken })
  }

  return { use }
}

/** Nothing is left here, but there may be something in the database. */
function isSpent({ left, untaken }: Share): boolean {
  return left === 0 && untaken > 0
}

function isSame(one: TokenLimit, other: TokenLimit): boolean {
  return one.requests === other.requests && one.window_seconds === other.window_seconds
}

/** Both fields are lists. The limit of a token comes first. */
function addHeaders(reply: FastifyReply, share: Share, counted: Counted): void {
  const { limit, left, untaken } = share
  const fields = {
    'ratelimit-policy': `"${counted.name}";q=${limit.requests};w=${limit.window_seconds}`,
    ratelimit: `"${counted.name}";r=${left + untaken};t=${secondsLeft(share)}`,
  }
  for (const [field, item] of Object.entries(fields)) {
    const before = counted === OF_TOKENS ? undefined : reply.getHeader(field)
    reply.header(field, before === undefined ? item : `${before}, ${item}`)
  }
}

function tooOften(share: Share, { subject }: Counted): AppError {
  const { requests, window_seconds } = share.limit
  return new AppError('rate_limited', `The limit of ${subject} is ${requests} requests in ${window_seconds} s.`, {
    retryAfterSeconds: secondsLeft(share),
  })
}

function secondsLeft({ endsAt }: Share): number {
  return Math.max(1, Math.ceil((endsAt - performance.now()) / 1000))
}
