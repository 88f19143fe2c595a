import { ENRICHMENT_SOURCES } from '@mailsift/contract'
import { type Engine, flag, isFlagged } from '@mailsift/engine'
import type { Sources } from './facts.ts'

/** What the engine calls the provider of a domain that is somebody's own. */
const NO_PROVIDER = 'unknown'
/** Any of them. */
const OF_NOBODY = flag.IS_DISPOSABLE | flag.IS_ROLE_BASED | flag.IS_NO_REPLY

/**
 * Whether public sources are asked about an address. A mailbox at a public provider says nothing about an employer and
 * belongs to a private person; role, no-reply and disposable addresses belong to nobody in particular.
 */
export function isLookedUp(engine: Pick<Engine, 'judge'>, email: string): boolean {
  const verdict = engine.judge(email)
  return verdict.ok && verdict.domain.provider === NO_PROVIDER && !isFlagged(verdict, OF_NOBODY)
}

/** The registrable domain of a mail domain. */
export function rootOf(engine: Pick<Engine, 'judge'>, domain: string): string {
  const verdict = engine.judge(`someone@${domain}`)
  return verdict.ok ? verdict.domain.root : domain
}

export function neverLookedUp(atMs: number): Sources {
  return Object.fromEntries(ENRICHMENT_SOURCES.map((source) => [source, { status: 'skipped', fetchedAt: atMs }]))
}
