// Public bounces of real servers: a folder with Sisimai's repository (github.com/sisimai/rb-sisimai, BSD 2-Clause), which has the mails and, in
// its own tests, the reason of each. Nothing of it is copied here.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Reported } from '../../src/evidence/reports/reported.ts'

export type CorpusMail = { name: string; raw: Buffer; reasons: string[] }

export function readCorpus(folder: string): CorpusMail[] {
  const expected = new Map(
    globSync(join(folder, 'test/public/{lhost,rhost,rfc,arf}*.rb')).flatMap((file) => {
      const group = basename(file, '.rb')
      const text = readFileSync(file, 'utf8')
      return [...text.matchAll(/'(\d+)' => \[((?:\s*\[[^\]]*\],?)+)\s*\]/g)].map(([, number, records]) => {
        const reasons = [...records!.matchAll(/\[\s*'[^']*',\s*'[^']*',\s*'([^']*)'[^\]]*?(?:'(auth-failure)'\s*)?\]/g)]
        return [`${group}-${number}`, reasons.map(([, reason, type]) => type ?? reason!)] as [string, string[]]
      })
    }),
  )
  return globSync(join(folder, 'set-of-emails/maildir/bsd/*.eml'))
    .map((file) => ({ name: basename(file, '.eml'), raw: readFileSync(file) }))
    .flatMap((mail) => (expected.has(mail.name) ? [{ ...mail, reasons: expected.get(mail.name)! }] : []))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

type Said = Reported['class'] | 'nothing'

/** Our class for each of Sisimai's reasons; several where its reason does not decide between them. */
const CLASSES: Readonly<Record<string, readonly Said[]>> = {
  userunknown: ['no_such_mailbox'],
  hasmoved: ['no_such_mailbox'],
  hostunknown: ['domain_gone'],
  notaccept: ['domain_gone'],
  mailboxfull: ['mailbox_full'],
  feedback: ['complaint', 'unsubscribe'],
  delivered: ['delivered'],
  // No report about a mailbox: an absence notice, or a report about the authentication of a mail.
  vacation: ['nothing', 'blocked', 'temporary'],
  'auth-failure': ['nothing'],
}
const NEUTRAL: readonly Said[] = ['blocked', 'temporary', 'nothing']

/** What Sisimai calls filtered is "no such user" by the server's words, and a filter by the carrier or by the time of the reply. */
export const expectedOf = (reason: string): readonly Said[] =>
  reason === 'filtered' ? [...NEUTRAL, 'no_such_mailbox'] : (CLASSES[reason] ?? NEUTRAL)

/** Reasons that must never be read as a missing mailbox. */
export const isRefusal = (reason: string): boolean =>
  ['blocked', 'rejected', 'badreputation', 'requireptr', 'authfailure', 'policyviolation', 'spamdetected'].includes(
    reason,
  ) ||
  [
    'norelaying',
    'securityerror',
    'virusdetected',
    'notcompliantrfc',
    'speeding',
    'toomanyconn',
    'contenterror',
  ].includes(reason)
