// Which column holds the addresses: the one that is named, the only one it can be, or the one the user picks.

import { printable } from '@mailsift/command/printable'
import { type CsvSample, sampleCsv } from '@mailsift/csv/sample'
import { askChoice } from '../ask.ts'
import { type Context, note } from '../context.ts'
import { usageError } from '../exit.ts'
import type { Source } from './source.ts'

const ADDRESS = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/
const ADDRESS_COLUMN_NAME = /e-?mail|correo|courriel/i
/** Answers of an earlier cleaning. */
const ANSWER_COLUMN_NAME = /^service\d*\./

export async function chooseColumn(context: Context, source: Source, given: string | undefined): Promise<string> {
  const sample = sampleCsv(source.head, source.isWhole, given)
  if (given !== undefined) {
    if (sample && !sample.names.includes(given))
      throw usageError(`${source.name} has no column "${given}". ${listOf(sample.names)}`)
    return sample ? unambiguous(source, sample.names, given) : given
  }
  if (!sample && source.isWhole)
    throw usageError(`${source.name} has no readable header: its first line must name the columns.`)
  if (!sample) throw usageError(`The header of ${source.name} is too long to look at: name the column with --column.`)
  if (sample.names.some((name) => ADDRESS.test(name.trim())))
    throw usageError(`${source.name} begins with data: its first line must name the columns.`)
  const candidates = [...new Set(findCandidates(sample))]
  if (candidates.length === 1) {
    const column = unambiguous(source, sample.names, candidates[0]!)
    note(context, `The addresses are in the column "${printable(column)}".`)
    return column
  }
  const choices = candidates.length > 0 ? candidates : sample.names
  if (context.stdin.isTTY && context.stderr.isTTY && !context.quiet)
    return unambiguous(source, sample.names, await askChoice(context, 'Which column holds the addresses?', choices))
  throw usageError(`Name the column of the addresses with --column. ${listOf(choices)}`)
}

/** Of two columns with one name neither can be meant. */
function unambiguous({ name: file }: Source, names: string[], column: string): string {
  const count = names.filter((name) => name === column).length
  if (count > 1)
    throw usageError(`${file} has ${count} columns "${column}": rename all but the one with the addresses.`)
  return column
}

/** Columns whose cells are addresses more often than not; if there is none, those whose name promises it. */
function findCandidates({ names, rows }: CsvSample): string[] {
  const columns = names.map((name, at) => ({ name, at })).filter(({ name }) => !ANSWER_COLUMN_NAME.test(name))
  const byContent = columns.filter(({ at }) => {
    const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell.trim())
    return cells.filter((cell) => ADDRESS.test(cell.trim())).length > cells.length / 2
  })
  const byName = columns.filter(({ name }) => ADDRESS_COLUMN_NAME.test(name))
  return (byContent.length > 0 ? byContent : byName).map(({ name }) => name)
}

const listOf = (names: string[]) => `Columns: ${names.map((name) => `"${printable(name)}"`).join(', ')}.`
