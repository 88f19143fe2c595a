/** Controls, and invisible characters that reorder or hide text: a terminal obeys them, also those of strangers. */
const DANGEROUS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Text from files and the network, safe to show: what is not seen is spelled out. */
export function printable(text: string): string {
  return text.replace(DANGEROUS, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
}
