import type { MxRecord } from '@mailsift/engine'
import type { Clock } from '../../platform/clock.ts'
import { isPublicAddress } from '../../platform/outbound/public-address.ts'
import { type Checked, known, type Unknown } from '../checked.ts'
import { within } from '../deadline.ts'
import { hostNameOf } from '../host-name.ts'
import type { DnsAnswer, DnsQuestions } from './questions.ts'
import { createValidity, type Kept } from './validity.ts'

/** Where DNS says a domain's mail goes; verdict.md's table of domain checks, one field for each of its columns. */
export type MailHosts = {
  readonly mx: readonly MxRecord[]
  readonly hasValidMx: boolean
  readonly deliverable: boolean
}

export type MailHostDeps = {
  mx: DnsQuestions['mx']
  /** A public address of the host, or null; its answers are shared by the many domains that share a mail host. */
  publicAddressOf: (host: string) => Promise<Checked<string | null>>
}

/** A hostile zone can hold thousands; senders try only a few. So many are looked at together, the best priorities first, */
const HOSTS_AT_ONCE = 50
/** and so many in all. What lies beyond is not known; that is no reason to call the domain dead. */
const HOSTS_LOOKED_AT = 300
/** An unanswered question may take all of the domain's time, so the next one does not wait for its end. */
const HEAD_START_MS = 1_000
const NO_HOSTS: MailHosts = { mx: [], hasValidMx: false, deliverable: false }
const LOCAL_OR_NUMERIC = /(?:^|\.)(?:localhost|\d+)$/

export async function findMailHosts(
  deps: MailHostDeps,
  domain: string,
): Promise<Checked<MailHosts & { address: string | null }>> {
  const answer = await deps.mx(domain)
  if (!answer.known) return answer
  const { exists, records } = answer.value
  if (!exists) return known({ ...NO_HOSTS, address: null })
  // RFC 5321 §5.1: without any MX the domain itself is its mail host.
  if (records.length === 0) {
    const own = await deps.publicAddressOf(domain)
    return own.known ? known({ ...NO_HOSTS, deliverable: own.value !== null, address: own.value }) : own
  }
  // RFC 7505: a lone "." means that the domain refuses mail. It is no host, so nothing is left to deliver to.
  const mx = readMxRecords(records)
  let doubt: Unknown | undefined
  for (let end = HOSTS_AT_ONCE; ; end += HOSTS_AT_ONCE) {
    const usable = await findUsable(deps, mx.slice(end - HOSTS_AT_ONCE, end))
    if (usable.known && usable.value !== null)
      return known({ mx: mx.slice(0, end), hasValidMx: true, deliverable: true, address: usable.value })
    if (!usable.known) doubt ??= usable
    if (end >= mx.length) return doubt ?? known({ ...NO_HOSTS, mx, address: null })
    if (end >= HOSTS_LOOKED_AT) return doubt ?? { known: false, reason: 'too_many_hosts', hostsLookedAt: end }
  }
}

function readMxRecords(records: readonly { priority: number; exchange: string }[]): readonly MxRecord[] {
  return records
    .flatMap(({ priority, exchange }) => {
      const host = hostNameOf(exchange)
      return host === undefined ? [] : [{ priority, host }]
    })
    .sort((a, b) => a.priority - b.priority || (a.host < b.host ? -1 : 1))
}

/** The best host nearly always decides, so the others are looked up only when it does not. */
async function findUsable(deps: MailHostDeps, mx: readonly MxRecord[]): Promise<Checked<string | null>> {
  const [best, ...others] = new Set(mx.map(({ host }) => host).filter((host) => !LOCAL_OR_NUMERIC.test(host)))
  if (best === undefined) return known(null)
  const leading = deps.publicAddressOf(best)
  const early = await within(HEAD_START_MS, leading, undefined)
  if (early?.known && early.value !== null) return early
  return firstFound([leading, ...others.map(deps.publicAddressOf)])
}

/** The first address counts at once; "none" needs every answer. */
function firstFound(answers: readonly Promise<Checked<string | null>>[]): Promise<Checked<string | null>> {
  return new Promise((resolve, reject) => {
    for (const answer of answers) answer.then((one) => one.known && one.value !== null && resolve(one), reject)
    Promise.all(answers).then((all) => resolve(all.find((one) => !one.known) ?? known(null)), reject)
  })
}

export async function findPublicAddress(
  { questions, clock }: { questions: Pick<DnsQuestions, 'a' | 'aaaa'>; clock: Clock },
  host: string,
): Promise<Kept<string | null>> {
  const validity = createValidity(clock)
  const v4 = questions.a(host).then(validity.add)
  const early = await within(HEAD_START_MS, v4, undefined)
  const isDecided = early?.known && (publicOf(early.value) !== null || !early.value.exists)
  const answer = isDecided
    ? known(publicOf(early.value))
    : await firstFound(
        [v4, questions.aaaa(host).then(validity.add)].map(async (asked) => {
          const one = await asked
          return one.known ? known(publicOf(one.value)) : one
        }),
      )
  return validity.keep(answer)
}

function publicOf({ records }: DnsAnswer<string>): string | null {
  return records.find(isPublicAddress) ?? null
}
