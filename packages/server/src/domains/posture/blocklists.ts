// DNS blocklists (RFC 5782). Each list has terms, and most forbid or limit use by services, so that none is queried unless the
// operator names it.
import type { MailPosture } from '@mailsift/contract'
import { reversedAddress } from '../../platform/dns/reversed-address.ts'
import type { Checked } from '../checked.ts'
import type { DnsAnswer } from '../dns/questions.ts'

export type Blocklist = { zone: string; kind: 'domain' | 'address'; terms: string }
type Entry = MailPosture['blocklists']['entries'][number]
type AskA = (name: string) => Promise<Checked<DnsAnswer<string>>>

/** RFC 5782 §5: a working list always has this entry. */
const ALWAYS_LISTED = { address: '2.0.0.127', domain: 'test' }

/** `domain:zone=terms` or `address:zone=terms`, as the setting has it. */
export function readBlocklist(entry: string): Blocklist {
  const [colon, equals] = [entry.indexOf(':'), entry.indexOf('=')]
  const kind = entry.slice(0, colon) === 'domain' ? 'domain' : 'address'
  return { kind, zone: entry.slice(colon + 1, equals), terms: entry.slice(equals + 1) }
}

export async function lookUpBlocklist(
  ask: AskA,
  list: Blocklist,
  targets: { domain: string; addresses: readonly string[] },
): Promise<Entry[]> {
  const { zone, kind, terms } = list
  const wanted = kind === 'domain' ? [targets.domain] : targets.addresses
  const [proof, ...answers] = await Promise.all([
    ask(`${ALWAYS_LISTED[kind]}.${zone}`),
    ...wanted.map((target) => ask(`${kind === 'domain' ? target : reversedAddress(target)}.${zone}`)),
  ])
  const works = codesOf(proof!).length > 0
  return wanted.map((target, nth) => {
    const answer = answers[nth]!
    const codes = codesOf(answer)
    // A list that does not even have its test entry does not answer this resolver; its "no" says nothing.
    const isDenied = answer.known && answer.value.records.length === 0 && works
    return {
      list: zone,
      terms,
      target,
      state: codes.length > 0 ? 'listed' : isDenied ? 'not_listed' : 'unknown',
      codes,
    }
  })
}

/** Answers outside of 127/8 are not the list's; 127.255.255.x are how lists say that they refuse the resolver. */
function codesOf(answer: Checked<DnsAnswer<string>>): string[] {
  if (!answer.known) return []
  return answer.value.records.filter((code) => code.startsWith('127.') && !code.startsWith('127.255.255.'))
}
