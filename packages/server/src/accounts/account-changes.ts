import type pg from 'pg'
import { createSession, discard } from '../platform/database/connection.ts'
import type { Log } from '../platform/log.ts'
import { showLife } from '../platform/watchdog/life.ts'

export type AccountChangeListener = {
  onListening(): void
  /** From now on changes would go unnoticed. */
  onLost(): void
  onChange(userId: string): void
}

export type AccountChanges = { close(): Promise<void> }

/** The channel of announce_account_change() in 0002-accounts.sql. */
const CHANNEL = 'account_changed'
/** A peer that vanished without a word is noticed after at most two of these. */
const HEARTBEAT_MS = 5_000
const RETRY_MIN_MS = 100
const RETRY_MAX_MS = 5_000

/**
 * Tells what changed in any process, over a connection of its own which comes back by itself. The listener is told
 * when nothing will be heard, so that it can stop trusting what it keeps.
 */
export function listenForAccountChanges(
  { url, log }: { url: string; log: Log },
  { onListening, onLost, onChange }: AccountChangeListener,
): AccountChanges {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let retryMs = RETRY_MIN_MS
  let closed = false

  async function connect(): Promise<void> {
    const fresh = createSession(url, { name: 'mailsift account changes', timeoutMs: HEARTBEAT_MS })
    client = fresh
    fresh.on('error', () => lose(fresh))
    fresh.on('end', () => lose(fresh))
    fresh.on('notification', ({ payload }) => onChange(payload ?? ''))
    try {
      await fresh.connect()
      await fresh.query(`LISTEN ${CHANNEL}`)
    } catch {
      lose(fresh)
      return
    }
    if (client !== fresh) return
    retryMs = RETRY_MIN_MS
    onListening()
    beat(fresh)
  }

  function beat(current: pg.Client): void {
    timer = setTimeout(() => {
      showLife()
      current.query('SELECT 1').then(
        () => {
          if (client === current) beat(current)
        },
        () => lose(current),
      )
    }, HEARTBEAT_MS)
  }

  function lose(lost: pg.Client): void {
    if (client !== lost) return
    client = undefined
    clearTimeout(timer)
    discard(lost)
    onLost()
    if (closed) return
    log.warn('not listening for account changes; token look-ups are not kept meanwhile')
    timer = setTimeout(() => void connect(), retryMs)
    retryMs = Math.min(retryMs * 2, RETRY_MAX_MS)
  }

  void connect()

  return {
    async close() {
      closed = true
      clearTimeout(timer)
      const last = client
      client = undefined
      await last?.end().catch(() => undefined)
    },
  }
}
