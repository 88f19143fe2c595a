// Which columns contain the addresses: the ones given, the only possible ones, or the user's choice.
import { printable } from '@mailsift/command/printable'
import { type AddressColumn, chooseColumns, nameColumns } from '@mailsift/intake/columns'
import type { List } from '@mailsift/intake/list'
import { type Context, tell } from '../context.ts'
import { usageError } from '../exit.ts'
import { promptChoice } from '../prompt.ts'

const ALL = 'all columns'

export async function chooseAddressColumns(
  context: Context,
  file: string,
  { names, candidates, hasHeader }: List,
  given: readonly string[],
): Promise<AddressColumn[]> {
  if (given.length > 0) return named(file, names, candidates, given)
  const choice = chooseColumns(candidates)
  if (choice.kind === 'chosen') {
    const [column] = choice.columns
    if (hasHeader) tell(context, `Email column: "${printable(column!.name)}".`)
    return choice.columns
  }
  const canPrompt = context.stdin.isTTY && context.stderr.isTTY && !context.quiet
  const choices =
    choice.kind === 'none' ? names.map((name, index) => ({ name, index, rank: undefined, share: 0 })) : choice.columns
  const labels = choices.map(({ name, index }) => (isTwice(names, name) ? `${name} (#${index + 1})` : name))
  if (!canPrompt) {
    const why =
      choice.kind === 'none' ? `No email column found in ${file}.` : `${file} has ${choices.length} email columns.`
    const how =
      choice.kind === 'none'
        ? 'Choose it with --column.'
        : 'Choose one or more with --column, or all with --column all.'
    throw usageError(`${why} ${how} ${listOf(labels)}`, `${why} ${how} ${positionsOf(choices)}`)
  }
  const several = choice.kind === 'ambiguous' ? [ALL] : []
  const answer = await promptChoice(context, 'Which column contains the addresses?', [...labels, ...several])
  return answer === ALL ? choices : [choices[labels.indexOf(answer)]!]
}

function named(file: string, names: string[], candidates: AddressColumn[], given: readonly string[]): AddressColumn[] {
  const found = nameColumns(given, names, candidates)
  if ('found' in found) return found.found
  if ('missing' in found) {
    const why =
      found.missing.toLowerCase() === 'all'
        ? `No email column found in ${file}.`
        : `${file} has no column "${printable(found.missing)}".`
    throw usageError(`${why} ${listOf(names)}`, `${why} It has ${names.length}.`)
  }
  const places = found.at.map((index) => `--column '#${index + 1}'`).join(' or ')
  throw usageError(
    `${file} has ${found.at.length} columns "${printable(found.twice)}". Choose it by its position: ${places}.`,
  )
}

const isTwice = (names: readonly string[], wanted: string) => names.filter((name) => name === wanted).length > 1
const positionsOf = (columns: readonly { index: number }[]) =>
  `Positions: ${columns.map(({ index }) => `#${index + 1}`).join(', ')}.`

/** A sheet may have 16,384 columns, which would push the error off the screen. */
const LISTED_MAX = 20

export function listOf(names: readonly string[]): string {
  const listed = names.slice(0, LISTED_MAX).map((name) => `"${printable(name)}"`)
  const more = names.length > LISTED_MAX ? `, and ${names.length - LISTED_MAX} more` : ''
  return `Columns: ${listed.join(', ')}${more}.`
}
