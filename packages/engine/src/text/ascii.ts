export function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

export function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}
