/**
 * Which scripts each character belongs to (Unicode Script_Extensions, augmented as UTS #39 §5.1 describes), as ranges of
 * code points that point to bit masks. Layout (little endian; `build/scripts.ts` writes it):
 *
 *   u32 number of ranges · u32 number of masks · u32[] first code point of each range · u32[] masks · u16[] mask of each range
 */
export type ScriptTable = {
  readonly starts: Uint32Array
  readonly masks: Uint32Array
  readonly maskOfRange: Uint16Array
}

/** 176 scripts of Unicode and the three augmented ones fit into 192 bits. */
export const MASK_WORDS = 6

/** Bits of the first word with their own meaning; all other scripts follow in any order. */
export const LATIN = 1 << 0
export const JAPANESE = 1 << 1
export const HAN_WITH_BOPOMOFO = 1 << 2
export const KOREAN = 1 << 3

export function openScriptTable(section: Uint8Array): ScriptTable {
  const { buffer, byteOffset } = section
  const [rangeCount, maskCount] = new Uint32Array(buffer, byteOffset, 2) as unknown as [number, number]
  const starts = new Uint32Array(buffer, byteOffset + 8, rangeCount)
  const masks = new Uint32Array(buffer, byteOffset + 8 + rangeCount * 4, maskCount * MASK_WORDS)
  const maskOfRange = new Uint16Array(buffer, byteOffset + 8 + (rangeCount + masks.length) * 4, rangeCount)
  return { starts, masks, maskOfRange }
}

/** Unassigned, private use, a surrogate or a noncharacter: in no script at all. */
export function hasCharacterWithoutScript(table: ScriptTable, text: string): boolean {
  for (const character of text) {
    const at = maskIndexOf(table, character.codePointAt(0)!)
    if (table.masks.subarray(at, at + MASK_WORDS).every((word) => word === 0)) return true
  }
  return false
}

/** UTS #39 §5.2 "highly restrictive": one script, or Latin together with the scripts of Japanese, Chinese or Korean. */
export function isHighlyRestrictive(table: ScriptTable, text: string): boolean {
  const shared = new Uint32Array(MASK_WORDS).fill(0xffffffff)
  let besideLatin = JAPANESE | HAN_WITH_BOPOMOFO | KOREAN
  for (const character of text) {
    const at = maskIndexOf(table, character.codePointAt(0)!)
    for (let word = 0; word < MASK_WORDS; word++) shared[word]! &= table.masks[at + word]!
    const first = table.masks[at]!
    if ((first & LATIN) === 0) besideLatin &= first
  }
  return besideLatin !== 0 || shared.some((word) => word !== 0)
}

function maskIndexOf(table: ScriptTable, codePoint: number): number {
  const { starts } = table
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (starts[middle]! <= codePoint) low = middle
    else high = middle - 1
  }
  return table.maskOfRange[low]! * MASK_WORDS
}
