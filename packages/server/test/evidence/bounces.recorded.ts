// BOUNCE_CORPUS=folder npm run test:recorded prints how many bounces of real servers are read right.
import process from 'node:process'
import { expect, test } from 'vitest'
import { readMailReport } from '../../src/evidence/reports/mail-report.ts'
import { recordedIn } from '../stand-ins/recorded.ts'
import { expectedOf, isRefusal, readCorpus } from './corpus.ts'

const folder = recordedIn('BOUNCE_CORPUS')

/** Where the reason of the corpus is not what the mail says about a mailbox. */
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

test('98 % of the classes are right, and no refusal is read as a missing mailbox', async () => {
  const wrong: string[] = []
  const condemned: string[] = []
  let total = 0
  for (const { name, raw, reasons } of readCorpus(folder)) {
    if (name in DISPUTED) continue
    const left = (await readMailReport(raw)).reported.map((reported) => reported.class)
    for (const reason of reasons) {
      total++
      const expected = expectedOf(reason)
      const at = left.findIndex((kind) => expected.includes(kind))
      const isRight = at >= 0 || (left.length === 0 && expected.includes('nothing'))
      if (!isRight) wrong.push(`${name}: ${reason} read as ${left.join(', ') || 'nothing'}`)
      if (!isRight && isRefusal(reason) && left.includes('no_such_mailbox')) condemned.push(name)
      if (at >= 0 && left.length > 1) left.splice(at, 1)
    }
  }
  process.stdout.write(`${total - wrong.length} of ${total} right\n${wrong.join('\n')}\n`)
  expect(total).toBeGreaterThan(500)
  expect(condemned).toEqual([])
  expect(wrong.length / total).toBeLessThanOrEqual(0.02)
})
