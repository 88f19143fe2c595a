// The service's results for the addresses of a list, in order.
import { type AnswerRecord, NoAnswers, openAnswerCsv } from '@mailsift/clean/answer-csv'
import { iterate } from '../csv-source.ts'
import { MailsiftError } from '../errors.ts'
import type { Group, Mailsift } from '../index.ts'
import { type PartPlace, placeOf, waitForAnswers } from './parts.ts'

export type AddressAnswer = {
  address: string
  /** `invalid_email` or another code of the contract; empty if there is a result. */
  errorCode: string
  /** The cells of the result in the order of the contract (§4.5). */
  cells: string[]
  /**
   * By the names of the contract: `safe_to_send`, `is_disposable`, …; `'true'`, `'false'`, or empty. Of the domain also
   * `domain_age_days`, `disposable_sources`, `root` and `epp_statuses`, as in the CSV.
   */
  flags: { [flag: string]: string }
}

export type ReadAnswersOptions = {
  signal?: AbortSignal | undefined
  onProgress?: ((group: Group, place: PartPlace) => void) | undefined
  /** A group has its results, which follow. */
  onGroup?: ((group: Group) => void) | undefined
}

/** Reads the groups of `submitParts`: one result for each address that was sent. */
export async function* readAnswers(
  service: Pick<Mailsift, 'groups'>,
  groupIds: readonly string[],
  { signal, onProgress, onGroup }: ReadAnswersOptions = {},
): AsyncGenerator<AddressAnswer, void> {
  for (const [at, id] of groupIds.entries()) {
    const place = placeOf(at, groupIds)
    const group = await waitForAnswers(service, id, { signal, onProgress: (group) => onProgress?.(group, place) })
    onGroup?.(group)
    yield* readGroup(iterate(service.groups.download(id, { signal }), signal), group.result_prefix)
  }
}

/** The uploaded file has a single column with the addresses. */
async function* readGroup(csv: AsyncIterable<Uint8Array>, prefix: string): AsyncGenerator<AddressAnswer, void> {
  const { records } = await openAnswerCsv(csv, prefix).catch((error: unknown) => {
    throw error instanceof NoAnswers ? new MailsiftError('What the service sent is no result of a list') : error
  })
  for await (const batch of records) for (const record of batch) yield answerOf(record)
}

function answerOf({ record, answer: cells, errorCode, flags }: AnswerRecord): AddressAnswer {
  return { address: record.cells[0] ?? '', errorCode, cells, flags }
}
