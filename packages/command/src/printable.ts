/** Control characters, and invisible characters that reorder or hide text: terminals interpret them. */
const DANGEROUS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Escapes invisible characters in text from files and the network, so that it is safe to print. */
export function printable(text: string): string {
  return text.replace(DANGEROUS, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
}
