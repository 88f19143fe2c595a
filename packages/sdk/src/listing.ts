export type ListOptions = {
  /** Items per request, 1 to 100; default 25. */
  take?: number | undefined
  signal?: AbortSignal | undefined
}

/** A list of any length: `for await` iterates over all of it, `page(n)` requests one page. */
export type Listing<Item, Page> = AsyncIterable<Item> & { page(number?: number): Promise<Page> }

export function listing<Item, Page>(
  page: (number: number) => Promise<Page>,
  read: (page: Page) => { items: readonly Item[]; last: boolean },
  idOf: (item: Item) => unknown,
): Listing<Item, Page> {
  return {
    page: (number = 1) => page(number),
    async *[Symbol.asyncIterator]() {
      let before = new Set<unknown>()
      for (let number = 1; ; number++) {
        const { items, last } = read(await page(number))
        // Items added since the last page push known ones to the next page.
        for (const item of items) if (!before.has(idOf(item))) yield item
        if (last) return
        before = new Set(items.map(idOf))
      }
    },
  }
}

/** A list with a cursor: `for await` iterates over all of it, `page(cursor)` requests one page. */
export type CursorListing<Item, Page> = AsyncIterable<Item> & { page(cursor?: string): Promise<Page> }

export function cursorListing<Item, Page extends { items: readonly Item[]; next_cursor: string | null }>(
  page: (cursor: string | undefined) => Promise<Page>,
): CursorListing<Item, Page> {
  return {
    page,
    async *[Symbol.asyncIterator]() {
      let cursor: string | undefined
      do {
        const { items, next_cursor } = await page(cursor)
        yield* items
        cursor = next_cursor ?? undefined
      } while (cursor !== undefined)
    },
  }
}

/** Parses the paging of §4.3, §4.4 and §4.6. */
export function readPage<Item>({ items, total, page, take }: PageOf<Item>): { items: readonly Item[]; last: boolean } {
  return { items, last: items.length === 0 || page * take >= total }
}

type PageOf<Item> = { items: readonly Item[]; total: number; page: number; take: number }
