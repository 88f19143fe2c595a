// The CSV of a group or a job as the service writes it: the input's columns first, then the result columns.
import { type RegistryState, registryStateOf } from '@mailsift/engine/registry-state'
import { createRecordReader, type Record, type Separator } from '@mailsift/intake/records'

export type AnswerHeader = {
  separator: Exclude<Separator, ''>
  lineEnd: string
  /** Names of the input's columns, which come first. */
  theirs: string[]
  /** Names of the result columns, without the prefix. */
  answers: string[]
}

export type AnswerRecord = {
  record: Record
  /** The cells of the result, in the order of the header's `answers`. */
  answer: string[]
  errorCode: string
  /** The service's flags of the address, by the last part of the columns' names. */
  flags: { [flag: string]: string }
}

const ERROR_CODE = 'error.code'
const FLAGS = 'validations.'
/** Facts about the domain that are a reason for some purposes, or that show whether its registry was looked up. */
const FACTS = ['domain_age_days', 'disposable_sources', 'root', 'epp_statuses'].map((name) => `metadata.domain.${name}`)

/** Whether a result column affects the verdict. */
export const isVerdictColumn = (column: string) => column.startsWith(FLAGS) || FACTS.includes(column)

/** From the flags of a result. A row without a result, or without domain checks, requested no lookup. */
export function registryStateOfAnswer({
  root = '',
  has_valid_mx_records,
  epp_statuses,
}: AnswerRecord['flags']): RegistryState {
  return registryStateOf({
    root,
    has_valid_mx_records: has_valid_mx_records ? has_valid_mx_records === 'true' : undefined,
    epp_statuses: epp_statuses ? [] : undefined,
  })
}

/** The file was not written by the service. */
export class NoAnswers extends Error {}

/**
 * `prefix`: of the result columns; a job has none. `wanted`: which of these are read, because reading all of them takes
 * time; the others stay empty.
 */
export async function openAnswerCsv(
  bytes: AsyncIterable<Uint8Array>,
  prefix: string,
  wanted: (name: string) => boolean = () => true,
): Promise<{ header: AnswerHeader; records: AsyncGenerator<AnswerRecord[], void> }> {
  const decoder = new TextDecoder()
  const source = bytes[Symbol.asyncIterator]()
  let head = ''
  let isWhole = false
  const first = `${prefix}${ERROR_CODE}`
  /** The header is complete when a line end follows the result columns. */
  while (!isWhole && !/[\r\n]./s.test(head.slice(Math.max(0, head.indexOf(first))))) {
    const { done, value } = await source.next()
    isWhole = done === true
    head += done ? decoder.decode() : decoder.decode(value, { stream: true })
  }
  const at = head.indexOf(first)
  const separator = head[at - 1] as AnswerHeader['separator']
  if (at < 1 || !',;\t|'.includes(separator)) throw new NoAnswers('This is no result of the service.')
  const headerReader = createRecordReader({ separator, columns: 'all', width: Number.MAX_SAFE_INTEGER })
  const [headerRecord] = [...headerReader.push(head), ...headerReader.end()]
  const names = headerRecord!.cells as string[]
  const width = names.indexOf(first)
  const header: AnswerHeader = {
    separator,
    lineEnd: /\r?\n$|\r$/.exec(headerRecord!.raw)?.[0] ?? '\n',
    theirs: names.slice(0, width),
    answers: names.slice(width).map((name) => name.slice(prefix.length)),
  }
  const read = header.answers.flatMap((name, index) => (name === ERROR_CODE || wanted(name) ? [index] : []))
  const flagsAt = read
    .filter((index) => isVerdictColumn(header.answers[index]!))
    .map((index): [string, number] => [header.answers[index]!.split('.').at(-1)!, index])
  const columns = [...header.theirs.keys(), ...read.map((index) => width + index)]
  const reader = createRecordReader({ separator, columns, width })

  function answerOf(record: Record): AnswerRecord {
    const answer: string[] = new Array(header.answers.length).fill('')
    for (let at = 0; at < read.length; at++) answer[read[at]!] = record.cells[width + at] ?? ''
    const flags: AnswerRecord['flags'] = {}
    for (const [name, index] of flagsAt) flags[name] = answer[index] ?? ''
    return { record, answer, errorCode: answer[0] ?? '', flags }
  }

  async function* records(): AsyncGenerator<AnswerRecord[], void> {
    try {
      yield reader.push(head.slice(headerRecord!.raw.length)).map(answerOf)
      head = ''
      while (!isWhole) {
        const { done, value } = await source.next()
        isWhole = done === true
        yield reader.push(done ? decoder.decode() : decoder.decode(value, { stream: true })).map(answerOf)
      }
      yield reader.end().map(answerOf)
    } finally {
      await source.return?.()
    }
  }

  return { header, records: records() }
}
