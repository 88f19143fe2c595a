import type { IDataObject } from 'n8n-workflow'
import { type Context, send } from './api'

/** The most that the API returns at once. */
const PAGE = 100

/** Entries in the order of the API, as long as `goesOn` wants more. */
async function collect<Cursor>(
  limit: number,
  first: Cursor,
  read: (cursor: Cursor, take: number) => Promise<{ items: IDataObject[]; next: Cursor | null }>,
  goesOn: (item: IDataObject) => boolean = () => true,
): Promise<IDataObject[]> {
  const all: IDataObject[] = []
  let cursor: Cursor | null = first
  while (cursor !== null && all.length < limit) {
    const { items, next } = await read(cursor, Math.min(PAGE, limit))
    const end = items.findIndex((item) => !goesOn(item))
    for (const item of end < 0 ? items : items.slice(0, end)) all.push(item)
    cursor = end < 0 ? next : null
  }
  return all.slice(0, limit)
}

/** By a cursor: nothing is repeated or skipped if entries change between pages. */
export function listByCursor(
  context: Context,
  path: string,
  query: IDataObject,
  limit: number,
  goesOn?: (item: IDataObject) => boolean,
): Promise<IDataObject[]> {
  return collect(
    limit,
    '',
    async (cursor, take) => {
      const page = await send<{ items: IDataObject[]; next_cursor: string | null }>(context, {
        path,
        query: { ...query, take, ...(cursor && { cursor }) },
      })
      return { items: page.items, next: page.next_cursor }
    },
    goesOn,
  )
}

/** By the number of the page. */
export function listByPage(
  context: Context,
  path: string,
  limit: number,
  goesOn?: (item: IDataObject) => boolean,
): Promise<IDataObject[]> {
  return collect(
    limit,
    1,
    async (page, take) => {
      const { items, total } = await send<{ items: IDataObject[]; total: number }>(context, {
        path,
        query: { page, take },
      })
      return { items, next: items.length === 0 || page * take >= total ? null : page + 1 }
    },
    goesOn,
  )
}
