// Which column holds the addresses: the one that is named, the only one it can be, or the one the user picks.
import { type CsvSample, sampleCsv } from '@mailsift/csv/sample'
import { askChoice } from '../ask.ts'
import { type Context, note } from '../context.ts'
import { usageError } from '../exit.ts'
import { printable } from '../printable.ts'
import type { Source } from './source.ts'

const ADDRESS = /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/
const ADDRESS_COLUMN_NAME = /e-?mail|correo|courriel/i
/** Answers of an earlier cleaning. */
const ANSWER_COLUMN_NAME = /^service\d*\./

export async function chooseColumn(context: Context, source: Source, given: string | undefined): Promise<string> {
  const sample = sampleCsv(source.head, source.isWhole, given)
  if (given !== undefined) {
    if (sample && !sample.names.includes(given))
      throw usageError(`${source.name} has no column "${given}". ${listOf(sample.names)}`)
    return given
  }
  if (!sample) throw usageError(`The header of ${source.name} is too long to look at: name the column with --column.`)
  if (sample.names.some((name) => ADDRESS.test(name)))
    throw usageError(`${source.name} begins with data: its first line must name the columns.`)
  const candidates = findCandidates(sample)
  if (candidates.length === 1) {
    note(context, `The addresses are in the column "${printable(candidates[0]!)}".`)
    return candidates[0]!
  }
  const choices = candidates.length > 0 ? candidates : sample.names
  if (context.stdin.isTTY && context.stderr.isTTY && !context.quiet)
    return askChoice(context, 'Which column holds the addresses?', choices)
  throw usageError(`Name the column of the addresses with --column. ${listOf(choices)}`)
}

/** Columns whose cells are addresses more often than not; if there is none, those whose name promises it. */
function findCandidates({ names, rows }: CsvSample): string[] {
  const columns = names.map((name, at) => ({ name, at })).filter(({ name }) => !ANSWER_COLUMN_NAME.test(name))
  const byContent = columns.filter(({ at }) => {
    const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell.trim())
    return cells.filter((cell) => ADDRESS.test(cell)).length > cells.length / 2
  })
  const byName = columns.filter(({ name }) => ADDRESS_COLUMN_NAME.test(name))
  return (byContent.length > 0 ? byContent : byName).map(({ name }) => name)
}

const listOf = (names: string[]) => `Columns: ${names.map((name) => `"${printable(name)}"`).join(', ')}.`
