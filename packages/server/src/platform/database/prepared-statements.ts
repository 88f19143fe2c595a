import type pg from 'pg'

/** A statement that comes back this often on one connection is worth being remembered there. */
const USES_BEFORE_PREPARED = 2
/** Texts that a connection keeps count of; statements beyond them run unprepared. */
const TEXTS_MAX = 128

type Seen = { name: string; uses: number }

/**
 * Names the statements that one connection repeats, so that the server prepares them: parsing and planning our statements
 * takes the server longer than running them (docs/decisions/0005-prepared-statements.md).
 */
export class StatementNames {
  readonly #seen = new Map<string, Seen>()
  #count = 0

  /** Counts a use of the statement. Undefined: it is not to be prepared. */
  nameOf({ text, values }: pg.QueryConfig): string | undefined {
    if (!values || values.length === 0) return undefined
    const seen = this.#seen.get(text)
    if (seen) return ++seen.uses > USES_BEFORE_PREPARED ? seen.name : undefined
    if (this.#seen.size < TEXTS_MAX) this.#seen.set(text, { name: `kept${this.#count++}`, uses: 1 })
    return undefined
  }

  forget(text: string): void {
    this.#seen.delete(text)
  }
}
