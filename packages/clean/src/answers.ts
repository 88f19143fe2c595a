// The CSV of a group or a job, row by row: the input's cells, the result's cells, and the recommendation.
import type { Engine, Policy, PolicyPreset } from '@mailsift/engine'
import type { RegistryState } from '@mailsift/engine/registry-state'
import {
  type AnswerHeader,
  type AnswerRecord,
  isVerdictColumn,
  openAnswerCsv,
  registryStateOfAnswer,
} from './answer-csv.ts'
import { type Known, withEvidence } from './evidence.ts'
import { createKeyTable } from './keys.ts'
import { createOpinions, type Opinion } from './opinion.ts'

export type AnswerRow = {
  /** The input's part of the line, unchanged. */
  raw: string
  cells: (string | undefined)[]
  answer: string[]
  address: string
  opinion: Opinion
  errorCode: string
  registry: RegistryState
  /** Whether an earlier row has the same mailbox. */
  isDuplicate: boolean
}

/** A CSV of the service. */
export type AnswerFile = {
  bytes: AsyncIterable<Uint8Array>
  /** Prefix of the result columns; empty for a job. */
  prefix: string
}

export type AnswerOptions = {
  /** The email column; `input` for a job. */
  emailColumn: string
  policy: Policy | PolicyPreset
  /** Additional result columns to read besides those that affect the verdict; all by default. */
  answers?: readonly string[]
  /** Retried rows, by round: files with the column `RETRIED_ROW`, whose results replace the earlier ones. */
  retries?: readonly (readonly AnswerFile[])[]
  /** Reasons that only the account knows. */
  known?: Known | undefined
}

/** The column in a file of retried rows with their zero-based positions in the list, in order. */
export const RETRIED_ROW = 'row'

/** Identifies rows with the same mailbox. */
const NORMALIZED = 'normalized'

/** `files` are the parts of one list, in order, with the same columns. */
export async function openAnswers(
  engine: Pick<Engine, 'validate' | 'suggest'>,
  [first, ...others]: readonly [AnswerFile, ...AnswerFile[]],
  { emailColumn, policy, answers, retries = [], known }: AnswerOptions,
): Promise<{ header: AnswerHeader; rows: AsyncGenerator<AnswerRow[], void> }> {
  const wanted = answers && new Set([NORMALIZED, ...answers])
  const isRead = (name: string) => !wanted || wanted.has(name) || isVerdictColumn(name)
  const openFile = ({ bytes, prefix }: AnswerFile) => openAnswerCsv(bytes, prefix, isRead)
  const { header, records } = await openFile(first)
  const width = header.theirs.length
  const emailAt = header.theirs.lastIndexOf(emailColumn)
  const normalizedAt = header.answers.indexOf(NORMALIZED)
  const opinions = createOpinions(engine, policy)
  const keys = createKeyTable()

  function rowOf({ record }: AnswerRecord, { answer, errorCode, flags }: AnswerRecord): AnswerRow {
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
      opinion: withEvidence(opinion, known?.get(address)),
      errorCode,
      registry: registryStateOfAnswer(flags),
      isDuplicate,
    }
  }

  async function* rows(): AsyncGenerator<AnswerRow[], void> {
    const rounds = retries.map((files) => readRetried(files, openFile))
    let at = 0
    for await (const batch of inOrder(records, others, openFile)) {
      const start = at
      at += batch.length
      const replaced = new Map<number, AnswerRecord>()
      for (const round of rounds) for (const [row, record] of await round.before(at)) replaced.set(row, record)
      yield batch.map((record, index) => rowOf(record, replaced.get(start + index) ?? record))
    }
  }

  return { header, rows: rows() }
}

type OpenFile = (file: AnswerFile) => ReturnType<typeof openAnswerCsv>

async function* inOrder(first: AsyncIterable<AnswerRecord[]>, others: readonly AnswerFile[], openFile: OpenFile) {
  yield* first
  for (const file of others) yield* (await openFile(file)).records
}

/** Read in step with the list, because all of them together may be as long as the list. */
function readRetried(files: readonly AnswerFile[], openFile: OpenFile) {
  async function* numbered(): AsyncGenerator<[row: number, record: AnswerRecord], void> {
    for (const file of files) {
      const { header, records } = await openFile(file)
      const at = header.theirs.indexOf(RETRIED_ROW)
      for await (const batch of records) for (const record of batch) yield [Number(record.record.cells[at]), record]
    }
  }
  const rows = numbered()
  let next: IteratorResult<[number, AnswerRecord], void> | undefined
  return {
    /** The rows before this position that have not been returned yet. */
    async before(end: number): Promise<[number, AnswerRecord][]> {
      const found: [number, AnswerRecord][] = []
      next ??= await rows.next()
      while (!next.done && next.value[0] < end) {
        found.push(next.value)
        next = await rows.next()
      }
      return found
    },
  }
}
