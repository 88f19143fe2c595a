/** Quotes a cell only if it contains a separator, a quote or a line end. */
export function csvCell(text: string, separators: string): string {
  return isQuoted(text, separators) ? `"${text.replaceAll('"', '""')}"` : text
}

function isQuoted(text: string, separators: string): boolean {
  if (/["\r\n]/.test(text)) return true
  for (let at = 0; at < separators.length; at++) if (text.includes(separators[at]!)) return true
  return false
}
