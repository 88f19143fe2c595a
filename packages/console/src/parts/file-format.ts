import type { FileFormat } from '../worker/formats.ts'
import { readKept, writeKept } from './kept.ts'

const KEY = 'mailsift.file-format'
const ENDINGS: Record<FileFormat, string> = { xlsx: 'xlsx', csv: 'csv', excel: 'csv', zip: 'zip' }

/** The format last used in this browser. */
export function keptFormat(): FileFormat {
  const { format } = readKept(KEY)
  return typeof format === 'string' && Object.hasOwn(ENDINGS, format) ? (format as FileFormat) : 'csv'
}

export const keepFormat = (format: FileFormat) => writeKept(KEY, { format })

const withoutEnding = (name: string) => name.replace(/\.(?:csv|tsv|txt|xlsx|xlsm)$/i, '')

/** `contacts.xlsx.csv` → `contacts`. */
export const stemOf = (name: string) => withoutEnding(withoutEnding(name))

export const fileNameOf = (name: string, kind: string, format: FileFormat) =>
  `${stemOf(name)}.${kind}.${ENDINGS[format]}`
