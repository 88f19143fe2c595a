// The CSV of a group or a job, row by row: their cells, the cells of the answer, and what to do with the address.
import type { Engine, Policy, PolicyPreset } from '@mailsift/engine'
import { type AnswerHeader, type AnswerRecord, isTold, openAnswerCsv } from './answer-csv.ts'
import { createKeyTable } from './keys.ts'
import { createOpinions, type Opinion } from './opinion.ts'

export type AnswerRow = {
  /** Their part, exactly as it stands. */
  raw: string
  cells: (string | undefined)[]
  answer: string[]
  address: string
  opinion: Opinion
  errorCode: string
  /** Whether an earlier row reaches the same mailbox. */
  isDuplicate: boolean
}

export type AnswerOptions = {
  /** Prefix of the answer's columns; empty for a job. */
  prefix: string
  /** The email column; `input` for a job. */
  emailColumn: string
  policy: Policy | PolicyPreset
  /** The answer's columns that are requested beyond those that decide; all unless given. */
  answers?: readonly string[]
}

/** Tells which rows reach one mailbox. */
const NORMALIZED = 'normalized'

export async function openAnswers(
  engine: Pick<Engine, 'validate' | 'suggest'>,
  bytes: AsyncIterable<Uint8Array>,
  { prefix, emailColumn, policy, answers }: AnswerOptions,
): Promise<{ header: AnswerHeader; rows: AsyncGenerator<AnswerRow[], void> }> {
  const wanted = answers && new Set([NORMALIZED, ...answers])
  const { header, records } = await openAnswerCsv(bytes, prefix, (name) => !wanted || wanted.has(name) || isTold(name))
  const width = header.theirs.length
  const emailAt = header.theirs.lastIndexOf(emailColumn)
  const normalizedAt = header.answers.indexOf(NORMALIZED)
  const opinions = createOpinions(engine, policy)
  const keys = createKeyTable()

  function rowOf({ record, answer, errorCode, flags }: AnswerRecord): AnswerRow {
    const { raw, cells, widthEnd, fields } = record
    const address = (cells[emailAt] ?? '').trim()
    const opinion =
      address === ''
        ? opinions.ofVerdict('', engine.validate(''))
        : opinions.ofAnswer(address, engine.validate(address), errorCode, flags)
    const before = keys.size()
    const isDuplicate = address !== '' && keys.add(answer[normalizedAt] || `!${address.toLowerCase()}`) < before
    return {
      raw: raw.slice(0, widthEnd),
      cells: cells.slice(0, Math.min(width, fields)),
      answer,
      address,
      opinion,
      errorCode,
      isDuplicate,
    }
  }

  async function* rows(): AsyncGenerator<AnswerRow[], void> {
    for await (const batch of records) yield batch.map(rowOf)
  }

  return { header, rows: rows() }
}
