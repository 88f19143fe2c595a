// What a mail or a reply of a collection says, and what the reader finds.
import { classify } from '../../src/bounces/reports/classify.ts'
import { readMail } from '../../src/bounces/reports/read-mail.ts'
import type { ReportClass } from '../../src/bounces/reports/report.ts'

/** The effect on an address: suppressed as missing, or with its domain; risky; suppressed by a complaint; none. */
export const EFFECTS = ['missing', 'domain', 'full', 'complaint', 'none'] as const
export type Effect = (typeof EFFECTS)[number]

/** For each recipient, the effects that are right; the first is the one that counts in the table. */
type Expected = readonly (readonly Effect[])[]
export type Sample = { name: string; expected: Expected } & (
  | { mail: Buffer /** One expectation for every recipient. */; isSameForAll?: boolean }
  | { reply: string; status?: string; recipient?: string; hosts?: readonly string[] }
)

const EFFECT_OF: Readonly<Record<ReportClass, Effect>> = {
  no_such_mailbox: 'missing',
  disabled: 'missing',
  domain_gone: 'domain',
  mailbox_full: 'full',
  complaint: 'complaint',
  unsubscribe: 'complaint',
  blocked: 'none',
  sender_fault: 'none',
  temporary: 'none',
  unclear: 'none',
  delivered: 'none',
}

export type Found = { recipient: string; effect: Effect; class: ReportClass; reply: string }

async function read(sample: Sample): Promise<Found[]> {
  if ('mail' in sample)
    return (await readMail(sample.mail)).reports.map(({ recipient, class: said, reply }) => ({
      recipient,
      effect: EFFECT_OF[said],
      class: said,
      reply,
    }))
  const recipient = sample.recipient ?? 'jane.roe@contoso.example'
  const { class: said } = classify({ recipient, status: sample.status, reply: sample.reply, hosts: sample.hosts })
  return [{ recipient, effect: EFFECT_OF[said], class: said, reply: sample.reply }]
}

export type Measured = {
  /** Rows are what is true, columns what was read. */
  matrix: Record<Effect, Record<Effect, number>>
  /** Mails with a wrong effect. */
  wrong: string[]
  /** People who would be suppressed without a reason. */
  condemned: string[]
}

export async function measure(samples: readonly Sample[]): Promise<Measured> {
  const empty = () => Object.fromEntries(EFFECTS.map((each) => [each, 0])) as Record<Effect, number>
  const matrix = Object.fromEntries(EFFECTS.map((each) => [each, empty()])) as Measured['matrix']
  const [wrong, condemned]: [string[], string[]] = [[], []]
  for (const sample of samples) {
    const found = await read(sample)
    const left = [...found]
    const isSameForAll = 'mail' in sample && sample.isSameForAll === true
    const expected = isSameForAll
      ? Array<readonly Effect[]>(Math.max(1, found.length)).fill(sample.expected[0]!)
      : sample.expected
    // What fits exactly first: the order of recipients may differ.
    const exact = expected.map((effects) => {
      const at = left.findIndex(({ effect }) => effects.includes(effect))
      return at >= 0 ? left.splice(at, 1)[0] : undefined
    })
    for (const [nth, effects] of expected.entries()) {
      const chosen = exact[nth] ?? left.shift()
      const effect = chosen?.effect ?? 'none'
      const truth = effects.includes(effect) ? effect : effects[0]!
      matrix[truth][effect]++
      if (effect === truth) continue
      const note = `${sample.name}: ${truth} read as ${chosen?.class ?? 'nothing'} | ${(chosen?.reply ?? '').replaceAll(/\s+/g, ' ').slice(0, 200)}`
      wrong.push(note)
      if (effect === 'missing' || effect === 'domain') condemned.push(note)
    }
    // Another person than the one that failed.
    for (const { recipient, effect, reply } of left)
      if (effect === 'missing' || effect === 'domain')
        condemned.push(`${sample.name}: also ${recipient} | ${reply.slice(0, 100)}`)
  }
  return { matrix, wrong, condemned }
}
