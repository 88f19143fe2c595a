// The CSV of a group or a job, read row by row: their cells, the cells of the answer, and what to do with the address.
import type { Engine, PolicyPreset } from '@mailsift/engine'
import { createRecordReader, type Record, type Separator } from '@mailsift/intake/records'
import { createKeyTable } from './keys.ts'
import { createOpinions, type Opinion } from './opinion.ts'

export type AnswerHeader = {
  separator: Exclude<Separator, ''>
  lineEnd: string
  /** Names of their columns, which come first. */
  theirs: string[]
  /** Names of the answer's columns, without the prefix. */
  answers: string[]
}

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
  /** Of the answer's columns; empty for a job. */
  prefix: string
  /** The column of the addresses; `input` for a job. */
  emailColumn: string
  policy: PolicyPreset
}

const ERROR_CODE = 'error.code'

/** Not a file that the service wrote. */
export class NoAnswers extends Error {}

export async function openAnswers(
  engine: Pick<Engine, 'judge' | 'suggest'>,
  bytes: AsyncIterable<Uint8Array>,
  { prefix, emailColumn, policy }: AnswerOptions,
): Promise<{ header: AnswerHeader; rows: AsyncGenerator<AnswerRow[], void> }> {
  const decoder = new TextDecoder()
  const source = bytes[Symbol.asyncIterator]()
  let head = ''
  let isWhole = false
  const first = `${prefix}${ERROR_CODE}`
  /** The header is whole when a line end stands behind the names of the answer. */
  while (!isWhole && !/[\r\n]./s.test(head.slice(Math.max(0, head.indexOf(first))))) {
    const { done, value } = await source.next()
    isWhole = done === true
    head += done ? decoder.decode() : decoder.decode(value, { stream: true })
  }
  const at = head.indexOf(first)
  const separator = head[at - 1] as AnswerHeader['separator']
  if (at < 1 || !',;\t|'.includes(separator)) throw new NoAnswers('This is no result of the service.')
  const headerReader = createRecordReader({ separator, columns: 'all', width: Number.MAX_SAFE_INTEGER })
  const [read] = [...headerReader.push(head), ...headerReader.end()]
  const names = read!.cells as string[]
  const width = names.indexOf(first)
  const header: AnswerHeader = {
    separator,
    lineEnd: /\r?\n$|\r$/.exec(read!.raw)?.[0] ?? '\n',
    theirs: names.slice(0, width),
    answers: names.slice(width).map((name) => name.slice(prefix.length)),
  }
  const emailAt = header.theirs.lastIndexOf(emailColumn)
  const normalizedAt = header.answers.indexOf('normalized')
  const flagsAt = header.answers.flatMap((name, index): [string, number][] =>
    name.startsWith('validations.') ? [[name.slice('validations.'.length), index]] : [],
  )
  const opinions = createOpinions(engine, policy)
  const keys = createKeyTable()
  const reader = createRecordReader({ separator, columns: 'all', width })

  function rowOf({ raw, cells, widthEnd }: Record): AnswerRow {
    const answer = cells.slice(width, width + header.answers.length).map((cell) => cell ?? '')
    const address = (cells[emailAt] ?? '').trim()
    const flags: { [flag: string]: string } = {}
    for (const [name, index] of flagsAt) flags[name] = answer[index] ?? ''
    const errorCode = answer[0] ?? ''
    const opinion =
      address === ''
        ? opinions.ofVerdict('', engine.judge(''))
        : opinions.ofAnswer(address, engine.judge(address), errorCode, flags)
    const before = keys.size()
    const isDuplicate = address !== '' && keys.add(answer[normalizedAt] || `!${address.toLowerCase()}`) < before
    return {
      raw: raw.slice(0, widthEnd),
      cells: cells.slice(0, width),
      answer,
      address,
      opinion,
      errorCode,
      isDuplicate,
    }
  }

  async function* rows(): AsyncGenerator<AnswerRow[], void> {
    yield reader.push(head.slice(read!.raw.length)).map(rowOf)
    head = ''
    while (!isWhole) {
      const { done, value } = await source.next()
      isWhole = done === true
      yield reader.push(done ? decoder.decode() : decoder.decode(value, { stream: true })).map(rowOf)
    }
    yield reader.end().map(rowOf)
  }

  return { header, rows: rows() }
}
