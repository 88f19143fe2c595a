import { ENRICHMENT_SOURCES } from '@mailsift/contract'
import { type Engine, render } from '@mailsift/engine'
import type { Sources } from './facts.ts'

/** What the engine calls the provider of a domain that is somebody's own. */
const NO_PROVIDER = 'unknown'

/**
 * Whether public sources are asked about an address. A mailbox at a public provider says nothing about an employer and
 * belongs to a private person; role, no-reply and disposable addresses belong to nobody in particular.
 */
export function isLookedUp(engine: Pick<Engine, 'judge'>, email: string): boolean {
  const verdict = engine.judge(email)
  if (!verdict.ok || verdict.domain.provider !== NO_PROVIDER) return false
  const { is_disposable, is_role_based, is_no_reply } = render(verdict, '').validations
  return !is_disposable && !is_role_based && !is_no_reply
}

/** The registrable domain of a mail domain. */
export function rootOf(engine: Pick<Engine, 'judge'>, domain: string): string {
  const verdict = engine.judge(`someone@${domain}`)
  return verdict.ok ? verdict.domain.root : domain
}

export function neverLookedUp(atMs: number): Sources {
  return Object.fromEntries(ENRICHMENT_SOURCES.map((source) => [source, { status: 'skipped', fetchedAt: atMs }]))
}
