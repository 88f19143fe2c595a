// The TXT records by which a domain says how its mail is authenticated and transported, and the policy file of MTA-STS. Senders
// discard a record with a fault, so a fault makes a record invalid and names itself.
import type { MailPosture } from '@mailsift/contract'

type Found<Key extends keyof MailPosture> = MailPosture[Key]
type Tags = ReadonlyMap<string, string>

/** RFC 7208 §4.6.4: a receiver stops after ten. */
const SPF_LOOKUPS_MAX_COUNT = 10
const SPF_ALL = { '+': 'pass', '?': 'neutral', '~': 'softfail', '-': 'fail' } as const
const SPF_TERM = /^([+?~-]?)(all|include|a|mx|ptr|ip4|ip6|exists)(?:[:/].*)?$/i
const SPF_MODIFIER = /^[a-z][\w.-]*=/i
const SPF_LOOKUPS = /^(?:[+?~-]?(?:include|a|mx|ptr|exists)(?:[:/]|$)|redirect=)/i
const REPORT_URI = /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/i

/** The one record that begins so; `several` if there is more than one, which counts as none (RFC 7208 §4.5, RFC 8461 §3.1). */
function pickRecord(records: readonly string[], begins: RegExp): string | 'several' | undefined {
  const own = records.filter((record) => begins.test(record))
  return own.length > 1 ? 'several' : own[0]
}

const SEVERAL = 'Several records are published; only one is allowed.'

export function readSpf(records: readonly string[]): Found<'spf'> {
  const record = pickRecord(records, /^v=spf1(?: |$)/i)
  if (record === undefined) return { state: 'absent', problems: [], record: null, all: null }
  if (record === 'several') return { state: 'invalid', problems: [SEVERAL], record: null, all: null }
  const terms = record.split(/ +/).slice(1).filter(Boolean)
  const problems = terms
    .filter((term) => !SPF_TERM.test(term) && !SPF_MODIFIER.test(term))
    .map((term) => `${term} is not a term of SPF.`)
  const isBroken = problems.length > 0
  const lookups = terms.filter((term) => SPF_LOOKUPS.test(term)).length
  if (lookups > SPF_LOOKUPS_MAX_COUNT)
    problems.push(`The record needs ${lookups} lookups; receivers stop after ${SPF_LOOKUPS_MAX_COUNT}.`)
  const last = terms.map((term) => /^([+?~-]?)all$/i.exec(term)).find((match) => match !== null)
  const sign = (last?.[1] || '+') as keyof typeof SPF_ALL
  const isRedirected = terms.some((term) => /^redirect=/i.test(term))
  const all = last ? SPF_ALL[sign] : isRedirected ? null : 'neutral'
  if (all === 'pass') problems.push('+all allows every server to send for this domain.')
  return { state: isBroken ? 'invalid' : 'present', problems, record, all }
}

/** `tag=value` pairs, separated by semicolons (RFC 6376 §3.2); undefined if the text is none. A repeated tag is a fault. */
export function readTags(record: string): Tags | undefined {
  const tags = new Map<string, string>()
  for (const pair of record.split(';')) {
    if (pair.trim() === '') continue
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim().toLowerCase()
    if (at === -1 || !/^[a-z][a-z0-9_]*$/.test(name) || tags.has(name)) return undefined
    tags.set(name, pair.slice(at + 1).trim())
  }
  return tags
}

const NOT_TAGS = 'The record is not a list of tags.'

export type DmarcRecord = { records: readonly string[]; domain: string; isAbove: boolean }

export function readDmarc({ records, domain, isAbove }: DmarcRecord): Found<'dmarc'> {
  const none = { record: null, domain: null, policy: null, percent: null, reports_to: [] }
  const record = pickRecord(records, /^v=DMARC1(?:[ ;]|$)/)
  if (record === undefined) return { ...none, state: 'absent', problems: [] }
  if (record === 'several') return { ...none, state: 'invalid', problems: [SEVERAL] }
  const tags = readTags(record)
  if (!tags) return { ...none, state: 'invalid', problems: [NOT_TAGS], record, domain }
  const stated = (isAbove ? (tags.get('sp') ?? tags.get('p')) : tags.get('p'))?.toLowerCase()
  const policy = stated === 'none' || stated === 'quarantine' || stated === 'reject' ? stated : null
  const percent = tags.has('pct') ? Number(tags.get('pct')) : 100
  const isPercent = Number.isInteger(percent) && percent >= 0 && percent <= 100
  const { good, problems } = readReports(tags)
  if (policy === null) problems.push('p must be none, quarantine or reject.')
  if (!isPercent) problems.push('pct must be a number from 0 to 100.')
  const state = policy === null ? 'invalid' : 'present'
  return { state, problems, record, domain, policy, percent: isPercent ? percent : null, reports_to: good }
}

function readReports(tags: Tags): { good: string[]; problems: string[] } {
  const uris = (tags.get('rua') ?? '').split(',').flatMap((uri) => uri.trim().replace(/!\d+[kmgt]?$/i, '') || [])
  const good = uris.filter((uri) => REPORT_URI.test(uri))
  const problems = uris.filter((uri) => !REPORT_URI.test(uri)).map((uri) => `${uri} is not an address for reports.`)
  return { good, problems }
}

export function readTlsRpt(records: readonly string[]): Found<'tls_rpt'> {
  const record = pickRecord(records, /^v=TLSRPTv1(?: ?;|$)/)
  if (record === undefined) return { state: 'absent', problems: [], record: null, reports_to: [] }
  if (record === 'several') return { state: 'invalid', problems: [SEVERAL], record: null, reports_to: [] }
  const tags = readTags(record)
  if (!tags) return { state: 'invalid', problems: [NOT_TAGS], record, reports_to: [] }
  const { good, problems } = readReports(tags)
  if (good.length === 0) problems.push('rua names no address for reports.')
  return { state: good.length > 0 ? 'present' : 'invalid', problems, record, reports_to: good }
}

export function readBimi(records: readonly string[]): Found<'bimi'> {
  const none = { record: null, logo: null, certificate: null }
  const record = pickRecord(records, /^v=BIMI1(?: ?;|$)/)
  if (record === undefined) return { ...none, state: 'absent', problems: [] }
  if (record === 'several') return { ...none, state: 'invalid', problems: [SEVERAL] }
  const tags = readTags(record)
  if (!tags) return { ...none, state: 'invalid', problems: [NOT_TAGS], record }
  const [logo, certificate] = [tags.get('l') || null, tags.get('a') || null]
  // An empty l= says that the domain takes no part.
  if (logo === null && certificate === null) return { ...none, state: 'absent', problems: [], record }
  const problems = [logo, certificate].flatMap((url) =>
    url !== null && !/^https:\/\/\S+$/i.test(url) ? [`${url} is not an https URL.`] : [],
  )
  return { state: problems.length > 0 ? 'invalid' : 'present', problems, record, logo, certificate }
}

export function readStsId(records: readonly string[]): { record: string | null; problem?: string } {
  const record = pickRecord(records, /^v=STSv1(?: ?;|$)/)
  if (record === undefined) return { record: null }
  if (record === 'several') return { record: null, problem: SEVERAL }
  const id = readTags(record)?.get('id') ?? ''
  return /^[a-z0-9]{1,32}$/i.test(id) ? { record } : { record, problem: 'id must have 1 to 32 letters or digits.' }
}

export type StsPolicy = Pick<Found<'mta_sts'>, 'mode' | 'max_age_seconds' | 'mx' | 'problems'>

/** RFC 8461 §3.2: a line for each key; mx may repeat. */
export function readStsPolicy(file: string): StsPolicy {
  const values = new Map<string, string[]>()
  for (const line of file.split(/\r?\n/)) {
    const at = line.indexOf(':')
    const key = line.slice(0, at).trim().toLowerCase()
    if (at > 0) values.set(key, [...(values.get(key) ?? []), line.slice(at + 1).trim()])
  }
  const stated = values.get('mode')?.[0]
  const mode = stated === 'enforce' || stated === 'testing' || stated === 'none' ? stated : null
  const maxAge = values.get('max_age')?.[0] ?? ''
  const mx = values.get('mx') ?? []
  const problems: string[] = []
  if (values.get('version')?.[0] !== 'STSv1') problems.push('version must be STSv1.')
  if (mode === null) problems.push('mode must be enforce, testing or none.')
  if (!/^\d{1,10}$/.test(maxAge)) problems.push('max_age must be a number of seconds.')
  if (mode !== 'none' && mx.length === 0) problems.push('mx names no mail host.')
  return { mode, max_age_seconds: /^\d{1,10}$/.test(maxAge) ? Number(maxAge) : null, mx, problems }
}

/** RFC 8461 §4.1: a pattern `*.contoso.com` is for one label in its place. Senders do not deliver to other hosts of an enforced policy. */
export function hostsOutside({ mode, mx }: StsPolicy, mailHosts: readonly string[]): string[] {
  if (mode === 'none') return []
  const patterns = mx.map((pattern) => pattern.toLowerCase().replace(/\.$/, ''))
  const isInside = (host: string) => patterns.includes(host) || patterns.includes(`*${host.slice(host.indexOf('.'))}`)
  return mailHosts.filter((host) => !isInside(host)).map((host) => `The policy does not name the mail server ${host}.`)
}
