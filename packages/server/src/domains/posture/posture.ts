/** How a domain's mail is authenticated and transported, by its DNS. It is shown, and no part of any verdict. */
import type { MailPosture } from '@mailsift/contract'
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { type Checked, UNTRUSTED_RESOLVERS, type UnknownReason } from '../checked.ts'
import type { DnsAnswer, DnsQuestions } from '../dns/questions.ts'
import { type Blocklist, lookUpBlocklist } from './blocklists.ts'
import { hostsOutside, readBimi, readDmarc, readSpf, readStsId, readStsPolicy, readTlsRpt } from './records.ts'

export type PostureDeps = {
  questions: Pick<DnsQuestions, 'txt' | 'tlsa' | 'a'>
  fetch: GuardedFetch
  blocklists: readonly Blocklist[]
}

export type PostureQuestion = {
  domain: string
  /** Where the policy of a subdomain is looked for next (RFC 7489 §6.6.3). */
  registrableDomain: string
  /** Undefined if the mail hosts could not be found out. */
  mailHosts: readonly string[] | undefined
}

/** A domain may name hundreds; senders try a few. */
const HOSTS_MAX_COUNT = 5
const ADDRESSES_MAX_COUNT = 10
const POLICY_MAX_BYTES = 64 * 1024
const POLICY_TOTAL_MS = 5_000

const REASONS: Record<UnknownReason, string> = {
  timeout: 'The name servers did not respond in time.',
  servfail: 'The name servers of the domain failed.',
  refused: 'The name servers refused the query.',
  unreachable: 'No name server could be reached.',
  untrusted: UNTRUSTED_RESOLVERS,
  too_many_hosts: 'The domain names too many mail servers.',
}

export async function lookUpPosture(deps: PostureDeps, question: PostureQuestion): Promise<MailPosture> {
  const { questions } = deps
  const { domain } = question
  const [spf, dmarc, mta_sts, tls_rpt, bimi, dane, blocklists] = await Promise.all([
    questions.txt(domain),
    findDmarc(deps, question),
    findMtaSts(deps, question),
    questions.txt(`_smtp._tls.${domain}`),
    questions.txt(`default._bimi.${domain}`),
    findDane(deps, question),
    findBlocklists(deps, question),
  ])
  return {
    spf: read(spf, readSpf, { record: null, all: null }),
    dmarc,
    mta_sts,
    tls_rpt: read(tls_rpt, readTlsRpt, { record: null, reports_to: [] }),
    bimi: read(bimi, readBimi, { record: null, logo: null, certificate: null }),
    dane,
    starttls: { state: 'unknown', problems: ['Domain reports do not connect to mail servers.'] },
    blocklists,
  }
}

/** All unknown, for the same reason. */
export function unknownPosture(
  { blocklists }: Pick<PostureDeps, 'blocklists'>,
  { domain }: PostureQuestion,
  reason: UnknownReason,
): MailPosture {
  const unknown = { state: 'unknown' as const, problems: [REASONS[reason]] }
  return {
    spf: { ...unknown, record: null, all: null },
    dmarc: { ...unknown, record: null, domain: null, policy: null, percent: null, reports_to: [] },
    mta_sts: { ...unknown, record: null, mode: null, max_age_seconds: null, mx: [] },
    tls_rpt: { ...unknown, record: null, reports_to: [] },
    bimi: { ...unknown, record: null, logo: null, certificate: null },
    dane: { ...unknown, hosts: [] },
    starttls: { state: 'unknown', problems: ['Domain reports do not connect to mail servers.'] },
    blocklists: { state: blocklists.length > 0 ? 'on' : 'off', entries: blocklists.flatMap(unknownEntry) },
  }

  // The addresses of the mail servers are not known either.
  function unknownEntry({ kind, zone, terms }: Blocklist) {
    return kind === 'domain' ? [{ list: zone, terms, target: domain, state: 'unknown' as const, codes: [] }] : []
  }
}

type Texts = Checked<DnsAnswer<string>>

function read<Value, Empty extends object>(answer: Texts, reader: (records: readonly string[]) => Value, empty: Empty) {
  if (answer.known) return reader(answer.value.records)
  return { state: 'unknown' as const, problems: [REASONS[answer.reason]], ...empty }
}

async function findDmarc({ questions }: PostureDeps, question: PostureQuestion): Promise<MailPosture['dmarc']> {
  const none = { record: null, domain: null, policy: null, percent: null, reports_to: [] }
  const ask = async (domain: string) =>
    read(
      await questions.txt(`_dmarc.${domain}`),
      (records) => readDmarc({ records, domain, isAbove: domain !== question.domain }),
      none,
    )
  const own = await ask(question.domain)
  const isAlone = own.state !== 'absent' || question.registrableDomain === question.domain
  return isAlone ? own : ask(question.registrableDomain)
}

/** Failures that are a fault of the domain; all others may pass. */
const FETCH_FAULTS: Readonly<Record<string, string>> = {
  no_address: 'The host of the policy file has no address.',
  insecure: 'The host of the policy file has no valid certificate.',
  forbidden: 'The policy file is redirected, or its host has no public address.',
  too_large: 'The policy file is too large.',
  too_many_redirects: 'The policy file is redirected, which is not allowed.',
}

async function findMtaSts(
  { questions, fetch }: PostureDeps,
  { domain, mailHosts = [] }: PostureQuestion,
): Promise<MailPosture['mta_sts']> {
  const none = { record: null, mode: null, max_age_seconds: null, mx: [] }
  const answer = await questions.txt(`_mta-sts.${domain}`)
  if (!answer.known) return { ...none, state: 'unknown', problems: [REASONS[answer.reason]] }
  const { record, problem } = readStsId(answer.value.records)
  if (problem !== undefined) return { ...none, state: 'invalid', problems: [problem], record }
  if (record === null) return { ...none, state: 'absent', problems: [] }
  // RFC 8461 §3.3: redirects must not be followed.
  const file = await fetch(`https://mta-sts.${domain}/.well-known/mta-sts.txt`, {
    accept: 'text/plain',
    maxBytes: POLICY_MAX_BYTES,
    totalMs: POLICY_TOTAL_MS,
    mayFollow: () => false,
  })
  const unread = (state: 'invalid' | 'unknown', why: string) => ({ ...none, record, state, problems: [why] })
  if (!file.ok) {
    const fault = FETCH_FAULTS[file.reason]
    if (fault) return unread('invalid', fault)
    const isSlow = file.reason === 'timeout'
    return unread(
      'unknown',
      `The host of the policy file ${isSlow ? 'did not respond in time' : 'could not be reached'}.`,
    )
  }
  if (file.status !== 200) {
    const mayPass = file.status >= 500 || file.status === 429
    return unread(mayPass ? 'unknown' : 'invalid', `The server of the policy file returned ${file.status}.`)
  }
  const policy = readStsPolicy(new TextDecoder().decode(file.body))
  if (policy.problems.length > 0) return { state: 'invalid', record, ...policy }
  return { state: 'present', record, ...policy, problems: hostsOutside(policy, mailHosts) }
}

/** TLSA records, whatever they say. Only a validating resolver could tell whether they are signed, so that is not claimed. */
async function findDane({ questions }: PostureDeps, { mailHosts }: PostureQuestion): Promise<MailPosture['dane']> {
  if (!mailHosts) return { state: 'unknown', problems: ['The mail servers are not known.'], hosts: [] }
  const answers = await Promise.all(
    mailHosts
      .slice(0, HOSTS_MAX_COUNT)
      .map(async (host) => ({ host, answer: await questions.tlsa(`_25._tcp.${host}`) })),
  )
  const hosts = answers.map(({ host, answer }) => {
    const state = !answer.known ? 'unknown' : answer.value.records.length > 0 ? 'present' : 'absent'
    return { host, state } as const
  })
  const problems = answers.flatMap(({ host, answer }) => (answer.known ? [] : [`${host}: ${REASONS[answer.reason]}`]))
  const has = (state: 'present' | 'unknown') => hosts.some((one) => one.state === state)
  const state = has('present') ? 'present' : has('unknown') ? 'unknown' : 'absent'
  if (state === 'present' && hosts.some((one) => one.state === 'absent'))
    problems.push('Some mail servers have no TLSA record.')
  return { state, problems, hosts }
}

async function findBlocklists(
  { questions, blocklists }: PostureDeps,
  { domain, mailHosts = [] }: PostureQuestion,
): Promise<MailPosture['blocklists']> {
  if (blocklists.length === 0) return { state: 'off', entries: [] }
  const found = await Promise.all(mailHosts.slice(0, HOSTS_MAX_COUNT).map((host) => questions.a(host)))
  const addresses = [...new Set(found.flatMap((answer) => (answer.known ? answer.value.records : [])))]
  const targets = { domain, addresses: addresses.slice(0, ADDRESSES_MAX_COUNT) }
  const entries = await Promise.all(blocklists.map((list) => lookUpBlocklist(questions.a, list, targets)))
  return { state: 'on', entries: entries.flat() }
}
