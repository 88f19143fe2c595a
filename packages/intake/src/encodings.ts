export type Encoding = WrittenEncoding | ReadEncoding
export type WrittenEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'latin-1'
/** Read only if the user selects it; never detected, and never written. */
export type ReadEncoding = (typeof READ_ENCODINGS)[number]

export const READ_ENCODINGS = ['windows-1250', 'windows-1251', 'shift_jis', 'gb18030', 'euc-kr'] as const
export const isReadOnly = (encoding: Encoding): encoding is ReadEncoding =>
  (READ_ENCODINGS as readonly string[]).includes(encoding)

export const ENCODING_NAMES: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little-endian)',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows-1252',
  'latin-1': 'Latin-1',
  'windows-1250': 'Windows-1250 (Central European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  shift_jis: 'Shift JIS (Japanese)',
  gb18030: 'GB 18030 (Chinese)',
  'euc-kr': 'EUC-KR (Korean)',
}
