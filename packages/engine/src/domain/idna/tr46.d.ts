declare module 'tr46' {
  export type ToAsciiOptions = {
    checkBidi?: boolean
    checkHyphens?: boolean
    checkJoiners?: boolean
    ignoreInvalidPunycode?: boolean
    transitionalProcessing?: boolean
    useSTD3ASCIIRules?: boolean
    verifyDNSLength?: boolean
  }
  export function toASCII(domain: string, options?: ToAsciiOptions): string | null
  export function toUnicode(domain: string, options?: ToAsciiOptions): { domain: string; error: boolean }
}
