import pg from 'pg'

/** A statement that comes back this often on one connection is worth being remembered there. */
const USES_BEFORE_PREPARED = 8
/** Texts that a connection keeps count of; statements beyond them run as they come. */
const TEXTS_MAX = 128

type Seen = { name: string; uses: number }
type Query = (text: unknown, values?: unknown, callback?: unknown) => unknown

/**
 * A connection that lets the server prepare what it is asked again and again: parsing and planning our statements takes
 * the server longer than running them. Behind a pooler it needs sessions of its own, as the queue's LISTEN does anyway.
 */
export class PreparingClient extends pg.Client {
  readonly #seen = new Map<string, Seen>()

  override query = ((text: unknown, values?: unknown, callback?: unknown) => {
    const name = typeof text === 'string' && Array.isArray(values) ? this.#nameOf(text, values) : undefined
    const query = super.query as Query
    return name === undefined
      ? query.call(this, text, values, callback)
      : query.call(this, { name, text, values }, undefined, callback)
  }) as pg.Client['query']

  #nameOf(text: string, values: unknown[]): string | undefined {
    if (values.length === 0) return undefined
    const seen = this.#seen.get(text)
    if (seen) return ++seen.uses > USES_BEFORE_PREPARED ? seen.name : undefined
    if (this.#seen.size < TEXTS_MAX) this.#seen.set(text, { name: `kept${this.#seen.size}`, uses: 1 })
    return undefined
  }
}
