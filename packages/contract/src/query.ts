import type { TSchema } from 'typebox'

/** A decimal integer as JSON writes it, within what a double holds exactly. */
const DECIMAL_INTEGER = /^(?:0|[1-9][0-9]{0,14})$/

type Query = Record<string, unknown>

/**
 * Creates the parser that converts the strings of a query to the integers of its schema. Other values are unchanged,
 * and a validator without coercion refuses them: coercing validators follow JavaScript, where `1e3`, ` 5` and `0x10`
 * are numbers.
 */
export function integerReader(schema: TSchema): (query: Query) => Query {
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> }
  const names = Object.keys(properties).filter((name) => properties[name]?.type === 'integer')
  return (query) => {
    for (const name of names) {
      const text = query[name]
      if (typeof text === 'string' && DECIMAL_INTEGER.test(text)) query[name] = Number(text)
    }
    return query
  }
}
