// Detects the type of a file by its first bytes, because names are unreliable.

export type FileKind =
  | { kind: 'text' }
  /** A zip archive: an .xlsx or another Office file. */
  | { kind: 'zip' }
  /** A type that contains no readable list; `what` completes "This is …". */
  | { kind: 'other'; what: string; advice: string }

const SAVE_AS = 'Open it in the original program and save it as .xlsx or CSV.'
const SIGNATURES: readonly [bytes: readonly number[], what: string, advice: string][] = [
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel file (.xls), or an .xlsx with a password', SAVE_AS],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF', 'Copy the table into a spreadsheet and save it as .xlsx or CSV.'],
  [[0x1f, 0x8b], 'compressed (gzip)', 'Unpack it first.'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'an archive (7z)', 'Unpack it first.'],
  [[0x52, 0x61, 0x72, 0x21], 'an archive (rar)', 'Unpack it first.'],
  [[0xff, 0xfe, 0, 0], 'text in UTF-32', 'Save it as UTF-8.'],
  [[0, 0, 0xfe, 0xff], 'text in UTF-32', 'Save it as UTF-8.'],
  [[0x42, 0x5a, 0x68], 'compressed (bzip2)', 'Unpack it first.'],
  [[0xfd, 0x37, 0x7a, 0x58], 'compressed (xz)', 'Unpack it first.'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'compressed (zstd)', 'Unpack it first.'],
  [[0x7b, 0x5c, 0x72, 0x74, 0x66], 'formatted text (RTF)', 'Save it as plain text, or as .xlsx or CSV.'],
  [[0x89, 0x50, 0x4e, 0x47], 'an image', 'Use a CSV or Excel file instead.'],
  [[0xff, 0xd8, 0xff], 'an image', 'Use a CSV or Excel file instead.'],
]
const VCARD = /^\s{0,100}BEGIN:VCARD\b/i
const ZIP = [0x50, 0x4b]
/** HTML and XML that programs save as "Excel" and that spreadsheets open anyway. */
const MARKUP = /^\s{0,100}<(?:!doctype html|html|table|\?xml|\?mso-application|workbook)\b/i

export function sniffKind(head: Uint8Array): FileKind {
  const startsWith = (bytes: readonly number[]) => bytes.every((byte, at) => head[at] === byte)
  if (startsWith(ZIP) && head[2]! < 0x09) return { kind: 'zip' }
  if (MARKUP.test(startOf(head)))
    return { kind: 'other', what: 'a web page or XML', advice: 'Open it in a spreadsheet and save it as .xlsx or CSV.' }
  if (VCARD.test(startOf(head)))
    return {
      kind: 'other',
      what: 'a vCard file (.vcf)',
      advice: 'Import it into Google Contacts or Outlook, and export the contacts from there as CSV.',
    }
  const known = SIGNATURES.find(([bytes]) => startsWith(bytes))
  if (known) return { kind: 'other', what: known[1], advice: known[2] }
  return isBinary(head) ? { kind: 'other', what: 'not text', advice: SAVE_AS } : { kind: 'text' }
}

/** In binary data one byte in nine is a control character; texts contain few. In UTF-16, half of the bytes may be zero. */
const CONTROLS_MAX_SHARE = 0.03
const isControl = (byte: number) => byte !== 0 && byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d)

function isBinary(head: Uint8Array): boolean {
  let controls = 0
  for (const byte of head) if (isControl(byte)) controls++
  return head.length >= 64 && controls > head.length * CONTROLS_MAX_SHARE
}

/** Non-ASCII letters do not matter here; UTF-16 is recognized by its byte order mark. */
function startOf(head: Uint8Array): string {
  const isWide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  const start = head.subarray(0, 512)
  return new TextDecoder(isWide ? (head[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(start)
}
