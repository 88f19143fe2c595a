// Sisimai's repository (github.com/sisimai/rb-sisimai, BSD 2-Clause) has the mails and, in its own tests, the reason of each recipient.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Effect, Sample } from './samples.ts'

/** Where the reason of the collection is not what the mail says about a mailbox. */
const DISPUTED: Readonly<Record<string, string>> = {
  'arf-11': 'names no recipient',
  'arf-15': 'names no recipient',
  'lhost-aol-06': 'a malformed answer of a name server is no answer',
  'lhost-exim-37': 'the domain that does not exist is that of the sender',
  'lhost-gsuite-13': 'the same words as in lhost-gsuite-03, with another reason there',
  'lhost-opensmtpd-12': 'a warning: the server still tries',
  'lhost-sendmail-14': 'a person forwarded the report',
  'rfc3464-01': 'the second recipient is no address',
}

/** Several where its reason does not decide: "filtered" is "no such user" by the words, and a filter by the time of the reply. */
const EFFECTS: Readonly<Record<string, readonly Effect[]>> = {
  userunknown: ['missing'],
  hasmoved: ['missing'],
  hostunknown: ['domain'],
  notaccept: ['domain', 'none'],
  mailboxfull: ['full'],
  feedback: ['complaint'],
  suspend: ['none', 'missing'],
  filtered: ['none', 'missing'],
}

export function readSisimai(folder: string): Sample[] {
  const reasons = new Map<string, { status: string; reason: string }[]>(
    globSync(join(folder, 'test/public/{lhost,rhost,rfc,arf}*.rb')).flatMap((file) => {
      const group = basename(file, '.rb')
      const text = readFileSync(file, 'utf8')
      return [...text.matchAll(/'(\d+)' => \[((?:\s*\[[^\]]*\],?)+)\s*\]/g)].map(([, number, records]) => {
        const each = [...records!.matchAll(/\[\s*'([^']*)',\s*'[^']*',\s*'([^']*)'[^\]]*?(?:'(auth-failure)'\s*)?\]/g)]
        return [
          `${group}-${number}`,
          each.map(([, status, reason, type]) => ({ status: status!, reason: type ?? reason! })),
        ] as const
      })
    }),
  )
  return globSync(join(folder, 'set-of-emails/maildir/bsd/*.eml'))
    .toSorted()
    .flatMap((file) => {
      const name = basename(file, '.eml')
      const expected = reasons.get(name)
      if (!expected || name in DISPUTED) return []
      // A temporary failure has no effect, whatever the reason.
      const effects = expected.map(({ status, reason }): readonly Effect[] =>
        status.startsWith('4') ? ['none', ...(EFFECTS[reason] ?? [])] : (EFFECTS[reason] ?? ['none']),
      )
      return { name, mail: readFileSync(file), expected: effects }
    })
}
