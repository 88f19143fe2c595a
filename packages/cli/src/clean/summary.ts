// The counts of a cleaning: for people, for programs, and for the report.

import type { Opinion } from '@mailsift/clean/opinion'
import type { Report } from '@mailsift/clean/report'
import { STATUSES, type Status } from '@mailsift/clean/status'
import { formatCount } from '@mailsift/command/table'
import { labelOf } from '@mailsift/engine/reason-texts'
import { ENCODING_NAMES, type Encoding } from '@mailsift/intake/encodings'
import type { Group } from '@mailsift/sdk'

export type Tally = {
  rows: number
  addresses: number
  statuses: Record<Status, number>
  reasons: Record<Status, Map<string, number>>
  repaired: number
  /** Misspelled addresses that were replaced. */
  corrected: number
  suggested: number
  /** Addresses with a domain check but without a registry lookup. */
  notLookedUp: number
  /** Addresses that also occur in an earlier row. */
  duplicates: number
  removed: { duplicate: number; excepted: number; not_listed: number }
  ragged: number
  /** Line numbers of the first of them. */
  raggedLines: number[]
  written: number
}

export type Summary = ReturnType<typeof summarize>
/** The outcome of a command, with the groups that the service validated. */
export type Done = { summary: Summary; groups: Group[] }
export type ListFacts = {
  name: string
  format: 'text' | 'xlsx' | 'parquet'
  encoding: Encoding
  separator: string
  sheet: string | undefined
  header: boolean
  columns: string[]
}

export function newTally(): Tally {
  return {
    rows: 0,
    addresses: 0,
    statuses: { safe: 0, risky: 0, unsafe: 0, unknown: 0, blank: 0 },
    reasons: { safe: new Map(), risky: new Map(), unsafe: new Map(), unknown: new Map(), blank: new Map() },
    repaired: 0,
    corrected: 0,
    suggested: 0,
    notLookedUp: 0,
    duplicates: 0,
    removed: { duplicate: 0, excepted: 0, not_listed: 0 },
    ragged: 0,
    raggedLines: [],
    written: 0,
  }
}

const LINES_TOLD = 5

export function countRagged(tally: Tally, line: number): void {
  tally.ragged++
  if (tally.raggedLines.length < LINES_TOLD) tally.raggedLines.push(line)
}

export function countOpinion(tally: Tally, { status, reason, suggestion }: Opinion): void {
  tally.statuses[status]++
  if (suggestion) tally.suggested++
  const counts = tally.reasons[status]
  counts.set(reason, (counts.get(reason) ?? 0) + 1)
}

export function summarize(tally: Tally, list: ListFacts) {
  const validated = Object.values(tally.statuses).reduce((sum, count) => sum + count, 0)
  const share = (count: number) => (validated === 0 ? 0 : Math.round((count / validated) * 10_000) / 10_000)
  const reasons = STATUSES.flatMap((status) =>
    [...tally.reasons[status]]
      .map(([reason, count]) => ({ status, reason, count, share: share(count) }))
      .sort((one, other) => other.count - one.count),
  )
  const { rows, addresses, statuses, reasons: _, ...others } = tally
  const shares = Object.fromEntries(STATUSES.map((status) => [status, share(statuses[status])]))
  return { list, rows, addresses, ...statuses, shares, reasons, ...others }
}

const SEPARATOR_NAMES: Record<string, string> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'pipes',
  '': 'one address per line',
}

function describeList({ format, encoding, separator, sheet }: ListFacts): string {
  if (format === 'parquet') return 'Parquet'
  return format === 'xlsx' ? `Excel, sheet "${sheet}"` : `${ENCODING_NAMES[encoding]}, ${SEPARATOR_NAMES[separator]}`
}

/** Aligns the counts of most lists. */
const SHORTEST_WORDS = 36
const wordsOf = (reason: string) => `${reason}: ${labelOf(reason)}`

/** Lines for a terminal. */
export function summaryLines(summary: Summary): string[] {
  const { list, rows, addresses, reasons, shares } = summary
  const lines = [
    `${list.name}: ${counted(rows, 'row')}, ${counted(addresses, 'address', 'addresses')} (${describeList(list)})`,
  ]
  const width = formatCount(Math.max(...STATUSES.map((status) => summary[status]))).length
  const words = reasons.map(({ reason }) => `    ${wordsOf(reason)}`.length)
  const wordWidth = Math.max(...words, SHORTEST_WORDS) + 2
  const line = (indent: string, word: string, count: number, share: number) =>
    `${(indent + word).padEnd(wordWidth)}${formatCount(count).padStart(width)}  ${percent(share).padStart(7)}`
  for (const status of STATUSES) {
    const count = summary[status]
    if (count === 0) continue
    lines.push(line('  ', status, count, shares[status]!))
    const own = reasons.filter((reason) => reason.status === status && reason.reason !== 'ok')
    for (const { reason, count, share } of own) lines.push(line('    ', wordsOf(reason), count, share))
  }
  const others = OTHERS.flatMap(({ count, line }) => {
    const number = count(summary)
    return number > 0 && line ? [`  ${line(number, summary)}`] : []
  })
  return [...lines, ...others]
}

type OtherCount = {
  /** For the report. */
  label: string
  count(summary: Summary): number
  /** For a terminal, with the option that changes it. */
  line?(count: number, summary: Summary): string
}

/** Additional counts, for the terminal and for the report. */
const OTHERS: readonly OtherCount[] = [
  {
    label: 'Addresses extracted from surrounding text',
    count: ({ repaired }) => repaired,
    line: (count) => `${counted(count, 'address', 'addresses')} extracted from surrounding text (see the note column)`,
  },
  {
    label: 'Typos corrected',
    count: ({ corrected }) => corrected,
    line: (count) => `${counted(count, 'typo')} corrected (see the note column)`,
  },
  {
    label: 'Suggested corrections',
    count: ({ suggested }) => suggested,
    line: (count) => `${counted(count, 'suggested correction')} (apply with --fix-typos)`,
  },
  {
    label: 'Registration not looked up',
    count: ({ notLookedUp }) => notLookedUp,
    line: (count) =>
      `${counted(count, 'address', 'addresses')} without registration data: not looked up in time, or registry lookups are off`,
  },
  {
    label: 'Duplicates removed',
    count: ({ removed }) => removed.duplicate,
    line: (count) => `${counted(count, 'duplicate')} removed`,
  },
  {
    label: 'Duplicates kept',
    count: ({ duplicates, removed }) => (removed.duplicate > 0 ? 0 : duplicates),
    line: (count) => `${counted(count, 'duplicate')} kept`,
  },
  {
    label: 'Skipped by --except',
    count: ({ removed }) => removed.excepted,
    line: (count) => `${counted(count, 'row')} skipped by --except`,
  },
  {
    label: 'Skipped by --only-in',
    count: ({ removed }) => removed.not_listed,
    line: (count) => `${counted(count, 'row')} skipped by --only-in`,
  },
  {
    label: 'Rows with more or fewer fields than the header',
    count: ({ ragged }) => ragged,
    line(count, { raggedLines }) {
      const more = count > raggedLines.length ? ', …' : ''
      const at = `line${count === 1 ? '' : 's'} ${raggedLines.map(formatCount).join(', ')}${more}`
      return `${counted(count, 'row')} with more or fewer fields than the header (${at}; see the note column)`
    },
  },
  { label: 'Rows written', count: ({ written }) => written },
]

/** The report of the same counts. */
export function reportOf(summary: Summary): Report {
  const { list, rows, addresses, reasons } = summary
  return {
    name: list.name,
    facts: [counted(rows, 'row'), counted(addresses, 'address', 'addresses'), describeList(list)],
    counts: reasons,
    others: OTHERS.map(({ label, count }) => [label, count(summary)]),
  }
}

export const counted = (count: number, word: string, words = `${word}s`) =>
  `${formatCount(count)} ${count === 1 ? word : words}`
const percent = (share: number) => `${(share * 100).toFixed(1)}%`
