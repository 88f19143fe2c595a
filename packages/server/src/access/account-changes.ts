import type pg from 'pg'
import { createSession, discard } from '../platform/database/connection.ts'
import type { Log } from '../platform/log.ts'
import { showLife } from '../platform/watchdog/life.ts'

export type AccountChangeListener = {
  onListening(): void
  /** Changes go unnoticed until the next `onListening`. */
  onLost(): void
  onChange(accountId: string): void
}

export type AccountChanges = { close(): Promise<void> }

/** The channel of announce_account_change(). */
const CHANNEL = 'account_changed'
/** A stalled connection is noticed after at most two of these. */
const HEARTBEAT_MS = 5_000
const RETRY_MIN_MS = 100
const RETRY_MAX_MS = 5_000

/**
 * Reports changes made by any process, over a dedicated connection that reconnects. `onLost` says that changes would go unnoticed, so that
 * the listener stops using its cache.
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
    scheduleHeartbeat(fresh)
  }

  function scheduleHeartbeat(current: pg.Client): void {
    timer = setTimeout(() => {
      showLife()
      current.query('SELECT 1').then(
        () => {
          if (client === current) scheduleHeartbeat(current)
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
    log.warn('account change listener disconnected; token lookups not cached')
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
