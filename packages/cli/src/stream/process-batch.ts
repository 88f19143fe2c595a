// Processes a batch: as many records out as in, in the same order. Runs in the main thread or a worker.
import { isUtf8 } from 'node:buffer'
import { createFlatRows, FLAT_COLUMNS, unreadableRow } from '@mailsift/clean/flat-row'
import type { Engine } from '@mailsift/engine'
import { bytesOfTarget, createTarget, openSource } from './batch-text.ts'
import { createCsv } from './formats/csv.ts'
import type { Format, FormatParts } from './formats/format.ts'
import { createJsonl } from './formats/jsonl.ts'
import { createRowBinary } from './formats/rowbinary.ts'
import { createTsv } from './formats/tsv.ts'
import { csvRecordEnd, lineEnd, type RecordEnd, rowBinaryEnd, TOO_LARGE } from './record-end.ts'
import { type Batch, type StreamFormat, type StreamSettings, TOO_LONG } from './settings.ts'

const LF = 0x0a
const CR = 0x0d
/** Invalid UTF-8 is decoded to this. */
const REPLACEMENT = '\ufffd'
const NOT_UTF8 = 'The address is not valid UTF-8.'

const FORMATS: Readonly<Record<StreamFormat, (parts: FormatParts) => Format>> = {
  jsonl: createJsonl,
  csv: createCsv,
  tsv: createTsv,
  rowbinary: createRowBinary,
}

export function createBatchProcessor(engine: Engine, settings: StreamSettings): (batch: Batch) => Uint8Array {
  const { format: name, isNullable, recordMaxBytes } = settings
  const results = settings.results.map((wanted) => FLAT_COLUMNS.find((column) => column.name === wanted)!)
  const verdictOf = createFlatRows(engine, settings.policy)
  // A verdict on replacement characters would say no where nothing is known.
  const rowOf: FormatParts['rowOf'] = (address, { bytes, text }, start, end) =>
    text === undefined && address?.includes(REPLACEMENT) && !isUtf8(bytes.subarray(start, end))
      ? unreadableRow(NOT_UTF8)
      : verdictOf(address)
  const format = FORMATS[name]({ settings, results, rowOf })
  const endOf: RecordEnd = name === 'csv' ? csvRecordEnd : name === 'rowbinary' ? rowBinaryEnd(isNullable) : lineEnd
  const contentEnd = name === 'rowbinary' ? (_bytes: Buffer, _start: number, end: number) => end : withoutLineEnd

  return ({ bytes: batch, fault }) => {
    const source = openSource(batch)
    const { bytes } = source
    const target = createTarget(source)
    if (fault !== undefined) format.refuse(target, fault, source, 0, contentEnd(bytes, 0, bytes.length))
    for (let at = 0; fault === undefined && at < bytes.length; ) {
      const found = endOf(bytes, at, recordMaxBytes)
      if (found === TOO_LARGE) {
        // Text formats only: the splitter has already refused those of RowBinary.
        format.refuse(target, TOO_LONG(recordMaxBytes), source, at, at)
        at = bytes.indexOf(LF, at) + 1 || bytes.length
        continue
      }
      const end = found < 0 ? bytes.length : found
      format.write(target, source, at, contentEnd(bytes, at, end))
      at = end
    }
    return bytesOfTarget(target)
  }
}

function withoutLineEnd(bytes: Buffer, start: number, end: number): number {
  if (end === start || bytes[end - 1] !== LF) return end
  return end - 1 > start && bytes[end - 2] === CR ? end - 2 : end - 1
}
