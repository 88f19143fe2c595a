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
const NUMBER = /^[+-]?\d+(?:[.,]\d+)*$/

/** Quoted alike for either separator, so that a file opened with the wrong one still has no cell that runs. */
export function excelCell(text: string): string {
  return csvCell(NUMBER.test(text) ? text : neutralize(text), ',;\t|')
}
