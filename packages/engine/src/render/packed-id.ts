/** UUIDs as 16 bytes, each in its own column: the first bytes of time-ordered ids are the same in all rows. */
export const ID_BYTES = 16

/** The position of each byte's two digits in the dashed form. */
const DIGITS_AT = Uint8Array.of(0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34)

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

const NO_DIGIT = 0xff
const DIGITS = new Uint8Array(128).fill(NO_DIGIT)
for (let digit = 0; digit < 16; digit++) DIGITS[digit.toString(16).charCodeAt(0)] = digit

export function writeId(ids: Uint8Array, rows: number, index: number, id: string): void {
  let all = 0
  for (let byte = 0; byte < ID_BYTES; byte++) {
    const at = DIGITS_AT[byte]!
    const high = DIGITS[id.charCodeAt(at)] ?? NO_DIGIT
    const low = DIGITS[id.charCodeAt(at + 1)] ?? NO_DIGIT
    all |= high | low
    ids[byte * rows + index] = (high << 4) | low
  }
  if (all > 0x0f || id.length !== 36 || !hasDashes(id)) throw new Error('The id of a result is a UUID in lower case.')
}

function hasDashes(id: string): boolean {
  return id.charAt(8) === '-' && id.charAt(13) === '-' && id.charAt(18) === '-' && id.charAt(23) === '-'
}

export function readId(ids: Uint8Array, rows: number, index: number): string {
  const pair = (byte: number) => HEX[ids[byte * rows + index]!]!
  return (
    `${pair(0)}${pair(1)}${pair(2)}${pair(3)}-${pair(4)}${pair(5)}-${pair(6)}${pair(7)}-${pair(8)}${pair(9)}-` +
    `${pair(10)}${pair(11)}${pair(12)}${pair(13)}${pair(14)}${pair(15)}`
  )
}
