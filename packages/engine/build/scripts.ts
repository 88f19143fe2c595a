// Compiles the script table of src/scripts.ts from the package unicode-script.
import { HAN_WITH_BOPOMOFO, JAPANESE, KOREAN, LATIN, MASK_WORDS } from '../src/text/scripts.ts'
import { requirePackage } from './packages.ts'

type UnicodeScript = {
  unicodeScriptCode(character: string | number): string
  unicodeAugmentedScriptCodes(character: string): Set<string>
}

/** The planes with assigned scripts; the rest is unassigned or private use. */
const PLANES_WITH_SCRIPTS = [0, 1, 2, 3, 14]

export function compileScripts(): { bytes: Uint8Array; entries: number } {
  const bitOf = new Map([
    ['Latn', Math.log2(LATIN)],
    ['Jpan', Math.log2(JAPANESE)],
    ['Hanb', Math.log2(HAN_WITH_BOPOMOFO)],
    ['Kore', Math.log2(KOREAN)],
  ])
  const masks: number[][] = []
  const maskIndex = new Map<string, number>()
  const starts: number[] = []
  const maskOfRange: number[] = []

  const unicode = requirePackage<UnicodeScript>('unicode-script')
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const key = PLANES_WITH_SCRIPTS.includes(codePoint >>> 16) ? scriptsOf(unicode, codePoint) : ''
    if (!maskIndex.has(key)) {
      maskIndex.set(key, masks.length)
      masks.push(maskOf(key, bitOf))
    }
    const index = maskIndex.get(key)!
    if (maskOfRange.at(-1) === index) continue
    starts.push(codePoint)
    maskOfRange.push(index)
  }

  const words = [starts.length, masks.length, ...starts, ...masks.flat()]
  const bytes = new Uint8Array(words.length * 4 + maskOfRange.length * 2)
  new Uint32Array(bytes.buffer, 0, words.length).set(words)
  new Uint16Array(bytes.buffer, words.length * 4).set(maskOfRange)
  return { bytes, entries: starts.length }
}

function scriptsOf({ unicodeScriptCode, unicodeAugmentedScriptCodes }: UnicodeScript, codePoint: number): string {
  const script = unicodeScriptCode(codePoint)
  if (script === 'Zzzz') return ''
  if (script === 'Latn') return 'Latn'
  const augmented = unicodeAugmentedScriptCodes(String.fromCodePoint(codePoint))
  // The package returns "every script" for characters common to all.
  return augmented.size > 100 ? '*' : [...augmented].sort().join(' ')
}

function maskOf(key: string, bitOf: Map<string, number>): number[] {
  const mask = new Array<number>(MASK_WORDS).fill(key === '*' ? 0xffffffff : 0)
  if (key === '' || key === '*') return mask
  for (const script of key.split(' ')) {
    if (!bitOf.has(script)) bitOf.set(script, bitOf.size)
    const bit = bitOf.get(script)!
    mask[bit >>> 5] = (mask[bit >>> 5]! | (1 << (bit & 31))) >>> 0
  }
  return mask
}
