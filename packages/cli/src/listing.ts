import { formatCount } from '@mailsift/command/table'
import { asTyped, type Context, note, print, warn } from './context.ts'
import { usageError } from './exit.ts'
import { printTable } from './table.ts'

export const LISTING_OPTIONS = {
  limit: { type: 'string', value: '<count>', help: 'Maximum number to show. Default: 25' },
  all: { type: 'boolean', help: 'Show all' },
} as const

const DEFAULT_LIMIT = 25
const PAGE_MAX = 100

export type ListingValues = { limit?: string; all?: boolean; json?: boolean }

/** The columns of a table. */
export type Columns<Item> = { name: string; of(item: Item): string | number }[]

/** Prints a list, newest first: as a table, or one JSON object per item. */
export async function printListing<Item>(
  context: Context,
  { limit, all, json }: ListingValues,
  list: (options: { take: number; signal: AbortSignal }) => AsyncIterable<Item>,
  columns: Columns<Item>,
  whenNone: string,
): Promise<void> {
  if (all && limit !== undefined) throw usageError('Use either --all or --limit, not both.')
  const most = all ? Number.POSITIVE_INFINITY : readLimit(limit)
  const rows: (string | number)[][] = []
  let count = 0
  let hasMore = false
  for await (const item of list({ take: Math.min(PAGE_MAX, most + 1), signal: context.signal })) {
    if (count === most) {
      hasMore = true
      break
    }
    count++
    if (json) await print(context, `${JSON.stringify(item)}\n`)
    else rows.push(columns.map(({ of }) => of(item)))
  }
  if (!json && count > 0)
    await printTable(
      context,
      columns.map(({ name }) => name),
      rows,
    )
  // Also in a pipe, because empty output may have many reasons. In JSON, no lines are enough.
  if (count === 0 && !json && !context.quiet) warn(context, asTyped(context, whenNone))
  if (hasMore) note(context, `Showing ${formatCount(count)}. Use --limit or --all to see more.`)
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT
  if (!/^[1-9]\d{0,8}$/.test(text)) throw usageError(`--limit must be a whole number of at least 1, not "${text}".`)
  return Number(text)
}
