import type { MxRecord } from '@mailsift/engine'
import { isPublicAddress } from '../../platform/outbound/public-address.ts'
import { type Checked, known, type Unknown } from '../checked.ts'
import { within } from '../deadline.ts'
import { hostNameOf } from '../host-name.ts'
import type { DnsAnswer, DnsQuestions } from './questions.ts'

/** Where DNS says a domain's mail goes; verdict.md's table of domain checks, one field for each of its columns. */
export type MailHosts = {
  readonly mx: readonly MxRecord[]
  readonly hasValidMx: boolean
  readonly deliverable: boolean
}

export type MailHostDeps = {
  questions: Pick<DnsQuestions, 'mx'>
  /** Whether a host has a public address; its answers are shared by the many domains that share a mail host. */
  hasPublicAddress: (host: string) => Promise<Checked<boolean>>
}

/** A hostile zone can hold thousands; senders try only a few. So many are looked at together, the best priorities first, */
const HOSTS_AT_ONCE = 50
/** and so many in all. What lies beyond is not known; that is no reason to call the domain dead. */
const HOSTS_LOOKED_AT = 300
/** An unanswered question may take all of the domain's time, so the next one does not wait for its end. */
const HEAD_START_MS = 1_000
const LOCAL_OR_NUMERIC = /(?:^|\.)(?:localhost|\d+)$/

export async function findMailHosts(deps: MailHostDeps, domain: string): Promise<Checked<MailHosts>> {
  const answer = await deps.questions.mx(domain)
  if (!answer.known) return answer
  const { exists, records } = answer.value
  if (!exists) return known({ mx: [], hasValidMx: false, deliverable: false })
  // RFC 5321 §5.1: without any MX the domain itself is its mail host.
  if (records.length === 0) {
    const reachable = await deps.hasPublicAddress(domain)
    return reachable.known ? known({ mx: [], hasValidMx: false, deliverable: reachable.value }) : reachable
  }
  // RFC 7505: a lone "." means that the domain refuses mail. It is no host, so nothing is left to deliver to.
  const mx = readMxRecords(records)
  let doubt: Unknown | undefined
  for (let end = HOSTS_AT_ONCE; ; end += HOSTS_AT_ONCE) {
    const usable = await isAnyUsable(deps, mx.slice(end - HOSTS_AT_ONCE, end))
    if (usable.known && usable.value) return known({ mx: mx.slice(0, end), hasValidMx: true, deliverable: true })
    if (!usable.known) doubt ??= usable
    if (end >= mx.length) return doubt ?? known({ mx, hasValidMx: false, deliverable: false })
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
async function isAnyUsable(deps: MailHostDeps, mx: readonly MxRecord[]): Promise<Checked<boolean>> {
  const [best, ...others] = new Set(mx.map(({ host }) => host).filter((host) => !LOCAL_OR_NUMERIC.test(host)))
  if (best === undefined) return known(false)
  const leading = deps.hasPublicAddress(best)
  const early = await within(HEAD_START_MS, leading, undefined)
  if (early?.known && early.value) return early
  return isAnyTrue([leading, ...others.map(deps.hasPublicAddress)])
}

/** The first "yes" counts at once; "no" needs every answer. */
function isAnyTrue(answers: readonly Promise<Checked<boolean>>[]): Promise<Checked<boolean>> {
  return new Promise((resolve, reject) => {
    for (const answer of answers) answer.then((one) => one.known && one.value && resolve(one), reject)
    Promise.all(answers).then((all) => resolve(all.find((one) => !one.known) ?? known(false)), reject)
  })
}

export async function findPublicAddress(
  questions: Pick<DnsQuestions, 'a' | 'aaaa'>,
  host: string,
): Promise<Checked<boolean>> {
  const v4 = questions.a(host)
  const early = await within(HEAD_START_MS, v4, undefined)
  if (early?.known && (hasPublic(early.value) || !early.value.exists)) return known(early.value.exists)
  return isAnyTrue(
    [v4, questions.aaaa(host)].map(async (asked) => {
      const answer = await asked
      return answer.known ? known(hasPublic(answer.value)) : answer
    }),
  )
}

function hasPublic({ records }: DnsAnswer<string>): boolean {
  return records.some(isPublicAddress)
}
