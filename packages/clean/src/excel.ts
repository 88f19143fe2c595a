// A list that a person opens in a spreadsheet program: columns split as the program of that person expects, and no cell that runs.
import { neutralize } from '@mailsift/csv/formula'
import { csvCell } from '@mailsift/intake/csv-cell'

/** Spreadsheet programs split a CSV at the list separator of the system. */
export type ExcelSeparator = ',' | ';'

/** A semicolon where numbers have a decimal comma, as in most of Europe and South America. */
export function excelSeparatorOf(locale: string | undefined): ExcelSeparator {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === '.') ? ',' : ';'
}

/** Numbers stay numbers: -12.50 is no formula. */
const isNumber = (text: string) => /^[+-]?\d+(?:[.,]\d+)*$/.test(text)

/** Where a program that splits at another separator starts a cell, since it takes quotes within a cell for text. */
const INNER_START = /([,;\t|\r\n][,;\t|\r\n"]*)/

/** Safe with either separator: whichever one the program expects, no part of the text runs. */
export function excelCell(text: string): string {
  return csvCell(isNumber(text) ? text : neutralizeParts(neutralize(text)), ',;\t|')
}

function neutralizeParts(text: string): string {
  // Parts have even numbers, what separates them odd ones; the first is neutral already.
  const isSafe = (part: string, at: number) => at === 0 || at % 2 === 1 || isNumber(part.trim())
  return text
    .split(INNER_START)
    .map((part, at) => (isSafe(part, at) ? part : neutralize(part)))
    .join('')
}
