import pg from 'pg'

/** A statement that comes back this often on one connection is worth being remembered there. */
const USES_BEFORE_PREPARED = 2
/** Texts that a connection keeps count of; statements beyond them run as they come. */
const TEXTS_MAX = 128
/** "Cached plan must not change result type": a migration, run by a newer version, has changed what `*` stands for. */
const OUTDATED_PLAN = '0A000'

type Seen = { name: string; uses: number }
type Callback = (error: unknown, result?: pg.QueryResult) => void
type Query = (text: unknown, values?: unknown, callback?: unknown) => unknown

/**
 * A connection that lets the server prepare what it is asked again and again: parsing and planning our statements takes
 * the server longer than running them.
 */
export class PreparingClient extends pg.Client {
  readonly #seen = new Map<string, Seen>()
  #names = 0

  override query = ((text: unknown, values?: unknown, callback?: unknown) => {
    const name = typeof text === 'string' && Array.isArray(values) ? this.#nameOf(text, values) : undefined
    if (name === undefined) return (super.query as Query).call(this, text, values, callback)
    const asked = this.#askPrepared(name, text as string, values as unknown[])
    if (typeof callback !== 'function') return asked
    asked.then((result) => callback(null, result), callback as Callback)
  }) as pg.Client['query']

  #nameOf(text: string, values: unknown[]): string | undefined {
    if (values.length === 0) return undefined
    const seen = this.#seen.get(text)
    if (seen) return ++seen.uses > USES_BEFORE_PREPARED ? seen.name : undefined
    if (this.#seen.size < TEXTS_MAX) this.#seen.set(text, { name: `kept${this.#names++}`, uses: 1 })
    return undefined
  }

  async #askPrepared(name: string, text: string, values: unknown[]): Promise<pg.QueryResult> {
    try {
      return await super.query({ name, text, values })
    } catch (error) {
      if ((error as { code?: unknown }).code !== OUTDATED_PLAN) throw error
      this.#seen.delete(text)
      // A transaction is over with its first error; the next one finds the statement as it was before it was prepared.
      if (this.getTransactionStatus() !== 'I') throw error
      return super.query(text, values)
    }
  }
}

/** For a pooler, which hands every transaction to another session: what is prepared in one is unknown in the next. */
export class UnpreparedClient extends pg.Client {
  override query = ((asked: unknown, values?: unknown, callback?: unknown) =>
    (super.query as Query).call(this, withoutName(asked), values, callback)) as pg.Client['query']
}

function withoutName(asked: unknown): unknown {
  if (typeof asked !== 'object' || asked === null || !('name' in asked)) return asked
  const { name: _, ...unnamed } = asked
  return unnamed
}
