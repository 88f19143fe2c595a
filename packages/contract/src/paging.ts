import { type TSchema, Type } from 'typebox'
import {
  PAGE_DEFAULT_NUMBER,
  PAGE_MAX_NUMBER,
  PAGE_MIN_NUMBER,
  TAKE_DEFAULT_COUNT,
  TAKE_MAX_COUNT,
  TAKE_MIN_COUNT,
} from './limits.ts'
import { count, strict } from './schema.ts'

export type Paging = { page: number; take: number }

const page = Type.Integer({
  minimum: PAGE_MIN_NUMBER,
  maximum: PAGE_MAX_NUMBER,
  default: PAGE_DEFAULT_NUMBER,
  description: 'Page number, starting at 1. Pages after the last one are empty.',
})
const take = Type.Integer({
  minimum: TAKE_MIN_COUNT,
  maximum: TAKE_MAX_COUNT,
  default: TAKE_DEFAULT_COUNT,
  description: 'Number of items per page.',
})

/** The query of every list. On the wire both are optional; this is the type that a handler gets, after defaults. */
export const PagingQuery = Type.Unsafe<Paging>(strict({ page: Type.Optional(page), take: Type.Optional(take) }))

/** The paging values returned with a page of items. */
export const pageFields = { total: count(), page: Type.Integer(), take: Type.Integer() }

/** A page of a list: §4.4 and §4.6. */
export function pageOf<Item extends TSchema>(item: Item) {
  return strict({ items: Type.Array(item), ...pageFields })
}
