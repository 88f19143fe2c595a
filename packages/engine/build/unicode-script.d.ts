declare module 'unicode-script' {
  export function unicodeScriptCode(character: string | number): string
  export function unicodeAugmentedScriptCodes(character: string): Set<string>
}
