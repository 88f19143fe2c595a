// One mail, or several in an mbox file (RFC 4155): each begins with a line "From " after a blank line or at the start.

const SEPARATOR = Buffer.from('\nFrom ')
const START = Buffer.from('From ')
export const MESSAGES_MAX = 1_000

export function* splitMails(bytes: Buffer): Generator<Buffer> {
  if (!bytes.subarray(0, START.length).equals(START)) {
    yield bytes
    return
  }
  let start = 0
  for (;;) {
    const next = nextSeparator(bytes, start + 1)
    const mail = bytes.subarray(start, next)
    const headers = mail.indexOf('\n')
    if (headers >= 0) yield mail.subarray(headers + 1)
    if (next >= bytes.length) return
    start = next + 1
  }
}

/** The line break before the separator; the end if there is none. */
function nextSeparator(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(SEPARATOR, from); at >= 0; at = bytes.indexOf(SEPARATOR, at + 1)) {
    const before = bytes[at - 1] === 13 ? at - 2 : at - 1
    if (bytes[before] === 10) return at
  }
  return bytes.length
}
