// Watches the object store. Uploads must not be overwritten after they were claimed, and not every store that speaks S3
// honors If-None-Match, so an API accepts no CSV uploads before it has seen the store refuse a second write.
import type { Log } from '../log.ts'
import { type BlobStore, explainBlobFault, probeImmutability } from './blobs.ts'

type StoreState = 'checking' | 'ready' | 'unknown' | 'unavailable' | 'overwrites'

export type StoreCheck = { state: StoreState; acceptsUploads: boolean; problem: string | undefined }

export type StoreWatch = {
  last(): StoreCheck
  stop(): void
}

export type StoreWatchDeps = {
  blobs: Pick<BlobStore, 'write' | 'delete' | 'stat'>
  log: Log
  /** Called after every check. */
  report?: (check: StoreCheck) => Promise<void>
  /** Tests have less time. */
  retryMs?: number
}

const RETRY_MS = 15_000
const RECHECK_MS = 60_000
/** An object that is never written. */
const ABSENT_KEY = 'probe/absent'

const MESSAGES = {
  unknown: 'object store check inconclusive: CSV uploads disabled until it succeeds',
  unavailable: 'object store unavailable',
  overwrites: 'object store ignores If-None-Match: CSV uploads disabled',
}

/** Only one outcome ends the search: proof. Everything else, also a plain "no", is checked again with another key. */
export function watchStore({ blobs, log, report, retryMs = RETRY_MS }: StoreWatchDeps): StoreWatch {
  let isProven = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let last: StoreCheck = describe('checking', isProven)

  async function findState(): Promise<{ state: StoreState; reason?: string }> {
    try {
      if (isProven) await blobs.stat(ABSENT_KEY)
      else {
        const outcome = await probeImmutability(blobs)
        if (outcome !== 'kept') return { state: outcome === 'unknown' ? 'unknown' : 'overwrites' }
        isProven = true
      }
      return { state: 'ready' }
    } catch (error) {
      return { state: 'unavailable', reason: explainBlobFault(error) }
    }
  }

  async function check(): Promise<void> {
    const { state, reason } = await findState()
    if (state !== last.state) tell(state, reason)
    last = describe(state, isProven, reason)
    // The report serves `admin status`; a database that is away, or still starting, has its own alarm.
    const isReported = await report?.(last).then(
      () => true,
      () => false,
    )
    if (!isStopped) timer = setTimeout(check, state === 'ready' && isReported !== false ? RECHECK_MS : retryMs).unref()
  }

  function tell(state: StoreState, reason?: string): void {
    if (state === 'overwrites') log.error(MESSAGES.overwrites)
    else if (state === 'unknown') log.warn(MESSAGES.unknown)
    else if (state === 'unavailable') log.warn({ reason, acceptsUploads: isProven }, MESSAGES.unavailable)
    else if (last.state !== 'checking') log.info('object store is ready again')
  }

  void check()
  return {
    last: () => last,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

const PROBLEMS: Record<Exclude<StoreState, 'ready'>, string> = {
  checking: 'not checked yet',
  unknown: 'its responses do not show whether it honors If-None-Match',
  unavailable: 'unavailable',
  overwrites: 'it ignores If-None-Match, so uploads could be overwritten',
}

function describe(state: StoreState, acceptsUploads: boolean, reason?: string): StoreCheck {
  if (state === 'ready') return { state, acceptsUploads, problem: undefined }
  const problem = `${PROBLEMS[state]}${reason ? `: ${reason}` : ''}`
  return {
    state,
    acceptsUploads,
    problem: acceptsUploads ? problem : `${problem}; CSV uploads are off until a check succeeds`,
  }
}
