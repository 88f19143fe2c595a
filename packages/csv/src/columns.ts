// The columns of a result (§4.5): its error, then the fields of §2.3 in order, under dotted names.

import type { BulkItem, DomainMetadata, Validations } from '@mailsift/contract'
import { RESULT_FIELDS, type ResultField } from '@mailsift/contract/result-fields'
import type { Bytes } from '#bytes'
import type { Delimiter } from './header.ts'
import { type Cell, type CsvOutput, writeByte, writeBytes, writeCell } from './write.ts'

export type AnswerColumns = {
  delimiter: number
  names: readonly string[]
  resultFields: readonly Field[]
  resultWidth: number
}

/** A result, or its already encoded cells. */
export type Answer = Pick<BulkItem, 'error' | 'result'> | { cells: CellRange }
export type CellRange = { bytes: Bytes; start: number; end: number }
/** Encoded rows, with the range of the result's cells in each. */
export type EncodedAnswers = { bytes: Bytes; starts: Uint32Array; ends: Uint32Array }

export function cellsOf({ bytes, starts, ends }: EncodedAnswers, row: number): { cells: CellRange } {
  return { cells: { bytes, start: starts[row]!, end: ends[row]! } }
}

/** A field of the result: a column, or an object with fields of its own. */
type Field = { key: string; below: readonly Field[] | undefined }
type Values = { [key: string]: Cell | Values }
/** Every cell follows a delimiter. */
export type PartWriter<Part> = (output: CsvOutput, values: Part) => void

export function answerColumns({
  withDomain,
  delimiter,
}: {
  withDomain: boolean
  delimiter: Delimiter | '|'
}): AnswerColumns {
  const names: string[] = []
  const fieldsOf = (fields: readonly ResultField[], path: string): Field[] =>
    fields.flatMap(({ key, ofDomainCheck, below }): Field[] => {
      if (ofDomainCheck && !withDomain) return []
      if (below) return [{ key, below: fieldsOf(below, `${path}${key}.`) }]
      names.push(path + key)
      return [{ key, below: undefined }]
    })
  const resultFields = fieldsOf(RESULT_FIELDS, '')
  return {
    delimiter: delimiter.charCodeAt(0),
    names: ['error.code', 'error.message', ...names],
    resultFields,
    resultWidth: names.length,
  }
}

/** Every cell follows a delimiter. */
export function writeAnswer(output: CsvOutput, columns: AnswerColumns, answer: Answer): void {
  if ('cells' in answer) {
    const { bytes, start, end } = answer.cells
    writeBytes(output, bytes, start, end)
    return
  }
  const { error, result } = answer
  const { delimiter, resultFields, resultWidth } = columns
  writeByte(output, delimiter)
  writeCell(output, error?.code)
  writeByte(output, delimiter)
  writeCell(output, error?.message)
  if (result) writeFields(output, resultFields, delimiter, result as unknown as Values)
  else for (let left = resultWidth; left > 0; left--) writeByte(output, delimiter)
}

/** Writes cells that are the same for many rows. */
export function createPartWriter(columns: AnswerColumns, part: 'validations'): PartWriter<Validations>
export function createPartWriter(columns: AnswerColumns, part: 'metadata.domain'): PartWriter<DomainMetadata>
export function createPartWriter({ delimiter, resultFields }: AnswerColumns, part: string): PartWriter<object> {
  let fields = resultFields
  for (const key of part.split('.')) fields = fields.find((field) => field.key === key)!.below!
  return (output, values) => writeFields(output, fields, delimiter, values as Values)
}

function writeFields(output: CsvOutput, fields: readonly Field[], delimiter: number, values: Values): void {
  for (const { key, below } of fields) {
    const value = values[key]
    if (!below) {
      writeByte(output, delimiter)
      writeCell(output, value as Cell)
    } else {
      writeFields(output, below, delimiter, value as Values)
    }
  }
}
