import fc from 'fast-check'

const SURROGATES = 0x800
const FIRST_SURROGATE = 0xd800

const anyCharacter = fc
  .nat(0x10ffff - SURROGATES)
  .map((number) => String.fromCodePoint(number < FIRST_SURROGATE ? number : number + SURROGATES))

/**
 * Any characters with equal probability. The unit `binary` gives the same, but takes a second in each process to fill a
 * table.
 */
export function anyCharacters(lengths: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...lengths, unit: anyCharacter })
}
