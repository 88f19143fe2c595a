// Lists as people have them: spreadsheets, exports in any encoding and with any separator, pasted text. Its own entry:
// a program that has clean lists needs none of it.
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
  /** Undefined where the row holds no address. */
  answer: AddressAnswer | undefined
}

export type CleanedList = {
  list: OpenedList
  /** The groups in which the service validates the list: one for each 100,000 addresses. */
  groupIds: string[]
  /** Every row of the list with its answer, in order, as soon as the service has them. To be read once. */
  rows: AsyncGenerator<CleanedRow, void>
}

/** Reads all of a list, and only then sends its addresses, and nothing else of it; each of them is validated as its own row. */
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
