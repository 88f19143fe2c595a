// Output for spreadsheet programs: with the separator that the user's program expects, and without formulas.
import { neutralize } from '@mailsift/csv/formula'
import { csvCell } from '@mailsift/intake/csv-cell'

/** Spreadsheet programs split a CSV at the list separator of the operating system. */
export type ExcelSeparator = ',' | ';'

/** A semicolon where numbers have a decimal comma, as in most of Europe and South America. */
export function excelSeparatorOf(locale: string | undefined): ExcelSeparator {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === '.') ? ',' : ';'
}

/** Numbers are unchanged: -12.50 is not a formula. */
const isNumber = (text: string) => /^[+-]?\d+(?:[.,]\d+)*$/.test(text)

/** Where a program that expects another separator would start a cell, because it treats quotes within a cell as text. */
const INNER_START = /([,;\t|\r\n][,;\t|\r\n"]*)/

/** Safe with either separator: whichever one the program expects, no part of the text runs as a formula. */
export function excelCell(text: string): string {
  return csvCell(isNumber(text) ? text : neutralizeParts(neutralize(text)), ',;\t|')
}

function neutralizeParts(text: string): string {
  // Even indexes are parts, odd ones are separators; the first part is already neutralized.
  const isSafe = (part: string, at: number) => at === 0 || at % 2 === 1 || isNumber(part.trim())
  return text
    .split(INNER_START)
    .map((part, at) => (isSafe(part, at) ? part : neutralize(part)))
    .join('')
}
