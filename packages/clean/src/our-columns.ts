// The columns that cleaning adds: the recommendation and its reason, then the contract's columns (§4.5).
import { answerColumns } from '@mailsift/csv/columns'
import { createVerdictWriter } from '@mailsift/csv/verdict-cells'
import { type Cell, type CsvOutput, writeByte, writeCell, writeTextCell } from '@mailsift/csv/write'
import { render, type Verdict } from '@mailsift/engine'
import type { OutputSeparator } from './layout.ts'
import type { Opinion } from './opinion.ts'

/** Computed here, or by the service, which has already written its cells. */
export type Answer = { id: string; verdict: Verdict } | { cells: readonly string[] }
export type OurRow = { opinion: Opinion; address: string; note: string; originals?: readonly string[]; answer: Answer }

export type OurColumns = {
  /** Their names, in order. */
  head: string
  /** Each cell follows a separator, except the first of a line. */
  write(output: CsvOutput, row: OurRow): void
}

/** There is an `original` column for each selected column. */
const OWN = ['status', 'reason', 'suggestion', 'address', 'note', 'original'] as const
type Own = (typeof OWN)[number]
const FIRST: readonly string[] = ['status', 'reason', 'suggestion']

/** A name that is not one of our columns. */
export class UnknownColumn extends Error {
  readonly known: readonly string[]

  constructor(wanted: string, known: readonly string[]) {
    super(`there is no column "${wanted}"`)
    this.known = known
  }
}

export type OurOptions = {
  /** `short`, `all`, or comma-separated names. */
  wanted: string
  separator: OutputSeparator
  cell: (text: string) => string
  theirNames: readonly string[]
  /** The columns with the previous texts of the selected ones. */
  originalNames?: readonly string[] | undefined
  resultPrefix: string
  withDomain: boolean
  /** Whether a line starts with them. */
  isFirst: boolean
}

export function createOurColumns(options: OurOptions): OurColumns {
  const { wanted, separator, cell, theirNames, originalNames = [], resultPrefix, withDomain, isFirst } = options
  const columns = answerColumns({ withDomain, delimiter: separator })
  const contract = columns.names
  const chosen = chooseNames(wanted, contract)
  const namesOf = (own: Own) => (own === 'original' ? originalNames : [own])
  const ownPrefix = choosePrefix(chosen.filter(isOwn).flatMap(namesOf), theirNames)
  const names = chosen.flatMap((name) =>
    isOwn(name) ? namesOf(name).map((own) => ownPrefix + own) : [resultPrefix + name],
  )
  const code = separator.charCodeAt(0)
  const writeVerdict = createVerdictWriter(columns)
  const isAll = wanted === 'all'

  function writeOwn(output: CsvOutput, name: Own, { opinion, address, note, originals }: OurRow): void {
    if (name === 'original') writeOriginals(output, originals)
    else writeTextCell(output, code, name === 'address' ? address : name === 'note' ? note : opinion[name])
  }

  function writeOriginals(output: CsvOutput, originals: readonly string[] = []): void {
    for (let at = 0; at < originalNames.length; at++) writeTextCell(output, code, originals[at] ?? '')
  }

  function writeAll(output: CsvOutput, row: OurRow): void {
    const { opinion, answer, note, originals } = row
    writeTextCell(output, code, opinion.status)
    writeTextCell(output, code, opinion.reason)
    writeTextCell(output, code, opinion.suggestion)
    if ('cells' in answer) for (const cell of answer.cells) writeTextCell(output, code, cell)
    else writeVerdict(output, answer)
    writeTextCell(output, code, note)
    writeOriginals(output, originals)
  }

  function writeChosen(output: CsvOutput, row: OurRow): void {
    const { answer } = row
    const cellOf = 'cells' in answer ? undefined : lookUp(answer)
    for (const name of chosen) {
      if (isOwn(name)) writeOwn(output, name, row)
      else {
        writeByte(output, code)
        writeCell(output, 'cells' in answer ? answer.cells[contract.indexOf(name)] : cellOf!(name))
      }
    }
  }

  const write = isAll ? writeAll : writeChosen
  return {
    head: (isFirst ? '' : separator) + names.map(cell).join(separator),
    write: isFirst ? (output, row) => withoutFirstByte(output, () => write(output, row)) : write,
  }
}

function withoutFirstByte(output: CsvOutput, write: () => void): void {
  const start = output.length
  write()
  output.bytes.copyWithin(start, start + 1, output.length)
  output.length--
}

/** A cell of the contract by its name. */
function lookUp({ id, verdict }: { id: string; verdict: Verdict }): (name: string) => Cell {
  const values: object = verdict.ok ? render(verdict, id) : { error: verdict.error }
  return (name) =>
    name
      .split('.')
      .reduce<unknown>((value, key) => (value as { [key: string]: unknown } | undefined)?.[key], values) as Cell
}

function chooseNames(wanted: string, contract: readonly string[]): string[] {
  if (wanted === 'short') return [...OWN]
  if (wanted === 'all') return [...FIRST, ...contract, 'note', 'original']
  const names = wanted.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !isOwn(name) && !contract.includes(name))
  if (unknown !== undefined) throw new UnknownColumn(unknown, [...OWN, ...contract])
  return names
}

function isOwn(name: string): name is Own {
  return (OWN as readonly string[]).includes(name)
}

/** The input's columns keep their names; ours get a prefix. */
function choosePrefix(ownNames: readonly string[], theirNames: readonly string[]): string {
  const taken = new Set(theirNames.map((name) => name.trim().toLowerCase()))
  const isFree = (prefix: string) => ownNames.every((name) => !taken.has((prefix + name).toLowerCase()))
  if (isFree('')) return ''
  let number = 1
  while (!isFree(numbered(number))) number++
  return numbered(number)
}

const numbered = (number: number) => `mailsift${number > 1 ? number : ''}.`
