import type { MailPosture } from '@mailsift/contract'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import { lookUpPosture, type PostureDeps, type PostureQuestion, unknownPosture } from './posture.ts'

export type KnownPosture = { posture: MailPosture; checkedAt: number }

type Deps = PostureDeps & { clock: Clock; mayAsk(): Promise<boolean> }

const CACHED_DOMAINS_MAX = 1_000
const LIFE_MS = 5 * 60_000
/** Something could not be found out: the next request tries again. */
const UNKNOWN_LIFE_MS = 10_000

/** Requests for one domain share a lookup, whose answer is kept for minutes. */
export function createPostureLookup(deps: Deps): (question: PostureQuestion) => Promise<KnownPosture> {
  const cache = new LRUCache<string, KnownPosture, PostureQuestion>({
    max: CACHED_DOMAINS_MAX,
    ttl: LIFE_MS,
    ttlResolution: 0,
    perf: deps.clock,
    ignoreFetchAbort: true,
    async fetchMethod(_domain, _stale, { options, context }) {
      const posture = (await deps.mayAsk())
        ? await lookUpPosture(deps, context)
        : unknownPosture(deps, context, 'untrusted')
      options.ttl = isWhole(posture) ? LIFE_MS : UNKNOWN_LIFE_MS
      return { posture, checkedAt: deps.clock.now() }
    },
  })
  return (question) => cache.forceFetch(question.domain, { context: question })
}

/** STARTTLS is never known. */
function isWhole({ starttls: _, blocklists, ...others }: MailPosture): boolean {
  return [...Object.values(others), ...blocklists.entries].every(({ state }) => state !== 'unknown')
}
