// The columns of an answer (§4.5): its error, then the fields of §2.3 in their order, under dotted names.

import { type BulkItem, type DomainMetadata, ValidationResult, type Validations } from '@mailsift/contract'
import type { Bytes } from '#bytes'
import type { Delimiter } from './header.ts'
import { type Cell, type CsvOutput, createOutput, lastBytes, writeByte, writeBytes, writeCell } from './write.ts'

export type AnswerColumns = {
  delimiter: number
  names: readonly string[]
  resultFields: readonly Field[]
  resultWidth: number
}

/** An answer, or its cells where they were written before. */
export type Answer = Pick<BulkItem, 'error' | 'result'> | { cells: CellRange }
export type CellRange = { bytes: Bytes; start: number; end: number }
/** Encoded rows, and where in each of them the cells of its answer are. */
export type EncodedAnswers = { bytes: Bytes; starts: Uint32Array; ends: Uint32Array }

export function cellsOf({ bytes, starts, ends }: EncodedAnswers, row: number): { cells: CellRange } {
  return { cells: { bytes, start: starts[row]!, end: ends[row]! } }
}

/** A field of the result: a column, or an object with fields of its own. */
type Field = { key: string; below: readonly Field[] | undefined }
type Schema = { properties?: Record<string, Schema>; required?: readonly string[] }
type Values = { [key: string]: Cell | Values }

/** Thousands of parts are kept at a time; a longer one makes itself more room. */
const PART_BYTES = 256

/** Optional in the contract because it is deprecated; every result has it nevertheless. */
const OPTIONAL_WITHOUT_DOMAIN = 'metadata.domain.disposable_sources'

/** Read from the contract, whose other optional fields are there only when the domain was checked. */
export function answerColumns({
  withDomain,
  delimiter,
}: {
  withDomain: boolean
  delimiter: Delimiter | '|'
}): AnswerColumns {
  const names: string[] = []
  const fieldsOf = (schema: Schema, path: string): Field[] =>
    Object.entries(schema.properties ?? {}).flatMap(([key, below]): Field[] => {
      const name = path + key
      if (!withDomain && !schema.required?.includes(key) && name !== OPTIONAL_WITHOUT_DOMAIN) return []
      if (below.properties) return [{ key, below: fieldsOf(below, `${name}.`) }]
      names.push(name)
      return [{ key, below: undefined }]
    })
  const resultFields = fieldsOf(ValidationResult as Schema, '')
  return {
    delimiter: delimiter.charCodeAt(0),
    names: ['error.code', 'error.message', ...names],
    resultFields,
    resultWidth: names.length,
  }
}

/** Every cell comes after a delimiter. */
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

/** The cells of a part that is the same for many rows. */
export function encodePart(columns: AnswerColumns, part: 'validations', values: Validations): Bytes
export function encodePart(columns: AnswerColumns, part: 'metadata.domain', values: DomainMetadata): Bytes
export function encodePart({ delimiter, resultFields }: AnswerColumns, part: string, values: object): Bytes {
  let fields = resultFields
  for (const key of part.split('.')) fields = fields.find((field) => field.key === key)!.below!
  const output = createOutput(PART_BYTES)
  writeFields(output, fields, delimiter, values as Values)
  return lastBytes(output)
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
