// Messy lists: spreadsheets, exports in any encoding and with any separator, pasted text. A separate entry point,
// because a program with clean lists does not need it.
import type { Mailsift } from '../index.ts'
import { type AddressAnswer, type ReadAnswersOptions, readAnswers } from './answers.ts'
import { type ListRow, type ListSource, type OpenedList, type OpenListOptions, openList } from './open.ts'
import { addressParts, type Part, type SubmitListOptions, submitParts } from './parts.ts'

export { ListError, type ListProblem } from '@mailsift/intake/list-error'
export { type AddressAnswer, type ReadAnswersOptions, readAnswers } from './answers.ts'
export { type ListRow, type ListSource, type OpenedList, type OpenListOptions, openList } from './open.ts'
export {
  addressParts,
  DEFAULT_SLOTS,
  type Part,
  type PartPlace,
  type SubmitListOptions,
  submitParts,
  waitForAnswers,
} from './parts.ts'

export type CleanListOptions = OpenListOptions & SubmitListOptions & ReadAnswersOptions

export type CleanedRow = ListRow & {
  /** Undefined if the row contains no address. */
  answer: AddressAnswer | undefined
}

export type CleanedList = {
  list: OpenedList
  /** The groups in which the service validates the list: one for each 100,000 addresses. */
  groupIds: string[]
  /** Every row of the list with its result, in order, as soon as the service has it. Can be read only once. */
  rows: AsyncGenerator<CleanedRow, void>
}

/** Reads the whole list, then sends its addresses and nothing else; each is validated as a separate row. */
export async function cleanList(
  service: Pick<Mailsift, 'csv' | 'groups'>,
  source: ListSource,
  options: CleanListOptions = {},
): Promise<CleanedList> {
  const list = await openList(source, options)
  const parts: Part[] = []
  for await (const part of addressParts(addressesOf(list))) parts.push(part)
  const groupIds = await submitParts(service, parts, { filename: list.filename, ...options })
  return { list, groupIds, rows: answered(list, readAnswers(service, groupIds, options)) }
}

async function* addressesOf(list: OpenedList): AsyncGenerator<string, void> {
  for await (const { address } of list.rows()) if (address) yield address
}

async function* answered(
  list: OpenedList,
  answers: AsyncGenerator<AddressAnswer, void>,
): AsyncGenerator<CleanedRow, void> {
  try {
    for await (const row of list.rows()) {
      const answer = row.address ? ((await answers.next()).value ?? undefined) : undefined
      yield { ...row, answer }
    }
  } finally {
    await answers.return()
  }
}
