import { styleText } from 'node:util'
import { type Context, print } from './context.ts'
import { printable } from './printable.ts'

/** Columns of text, as wide as their widest cell; columns of numbers stand right. */
export async function printTable(
  context: Pick<Context, 'stdout'>,
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Promise<void> {
  const { stdout } = context
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? formatCount(cell) : printable(cell))))
  const widths = head.map((name, column) => Math.max(name.length, ...cells.map((row) => row[column]!.length)))
  const isNumber = head.map((_, column) => typeof rows[0]?.[column] === 'number')
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (isNumber[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd()
  await print(context, `${styleText('bold', line(head), { stream: stdout })}\n`)
  for (const row of cells) await print(context, `${line(row)}\n`)
}

/** One thing, a line for each of its fields. */
export async function printFields(
  context: Pick<Context, 'stdout'>,
  fields: Record<string, string | number | boolean | null>,
): Promise<void> {
  const width = Math.max(...Object.keys(fields).map((name) => name.length))
  for (const [name, value] of Object.entries(fields))
    await print(context, `${name.padEnd(width)}  ${value === null ? '–' : printable(String(value))}\n`)
}

/** 12,345. Not by the locale's tables, which take megabytes. */
export const formatCount = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** To the second, in the zone of the user. */
export function formatTime(time: string | number): string {
  return new Date(time).toLocaleString('sv')
}
