// What a file is, by its first bytes: names lie.

export type FileKind =
  | { kind: 'text' }
  /** A zip archive: an .xlsx, or something else that Office makes. */
  | { kind: 'zip' }
  /** Something that holds no list that can be read here; `what` completes "It is …". */
  | { kind: 'other'; what: string; advice: string }

const SAVE_AS = 'Open it in the program it comes from and save it as .xlsx or CSV.'
const SIGNATURES: readonly [bytes: readonly number[], what: string, advice: string][] = [
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel file (.xls), or an .xlsx with a password', SAVE_AS],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF', 'Copy its table into a spreadsheet and save that as .xlsx or CSV.'],
  [[0x1f, 0x8b], 'compressed (gzip)', 'Unpack it first.'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'an archive (7z)', 'Unpack it first.'],
  [[0x52, 0x61, 0x72, 0x21], 'an archive (rar)', 'Unpack it first.'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture', 'Give the list that it shows.'],
  [[0xff, 0xd8, 0xff], 'a picture', 'Give the list that it shows.'],
]
const ZIP = [0x50, 0x4b]

export function sniffKind(head: Uint8Array): FileKind {
  const startsWith = (bytes: readonly number[]) => bytes.every((byte, at) => head[at] === byte)
  if (startsWith(ZIP) && head[2]! < 0x09) return { kind: 'zip' }
  const known = SIGNATURES.find(([bytes]) => startsWith(bytes))
  return known ? { kind: 'other', what: known[1], advice: known[2] } : { kind: 'text' }
}
