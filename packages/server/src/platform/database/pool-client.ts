// The connections of the pool. They prepare what they repeat (prepared-statements.test.ts), send a pooler nothing prepared
// (pooler.test.ts), and leave a server that stalls or only reads (database.test.ts).
import type pg from 'pg'
import { type ClientClass, discard, READ_ONLY } from './connection.ts'
import { errorCode } from './errors.ts'
import { StatementNames } from './prepared-statements.ts'
import type { StallWatch } from './stalled-connection.ts'

/** "Cached plan must not change result type": a migration, run by a newer version, has changed what the statement returns. */
const OUTDATED_PLAN = '0A000'

export type PoolClientOptions = {
  /** A pooler hands every transaction to another session: a statement that is prepared in one is unknown in the next. */
  isPooled: boolean
  watch: StallWatch
}

type Done = (error: unknown, result?: pg.QueryResult) => void
type Query = (config: pg.QueryConfig) => Promise<pg.QueryResult>

export function poolClientFor(Base: ClientClass, { isPooled, watch }: PoolClientOptions): ClientClass {
  return class extends Base {
    readonly #names = new StatementNames()

    override query = ((asked: string | pg.QueryConfig, values?: unknown[] | Done, callback?: Done) => {
      const config = typeof asked === 'string' ? { text: asked, values: Array.isArray(values) ? values : [] } : asked
      const done = typeof values === 'function' ? values : callback
      const result = this.#run(config)
      if (!done) return result
      result.then((found) => done(null, found), done)
    }) as pg.Client['query']

    async #run(config: pg.QueryConfig): Promise<pg.QueryResult> {
      const stopWatching = watch(config.text, () => discard(this))
      try {
        return isPooled ? await this.#send(withoutName(config)) : await this.#prepare(config)
      } catch (error) {
        // A server that was demoted keeps its sessions; the next connection finds the server that took its place.
        if (errorCode(error) === READ_ONLY) setImmediate(discard, this)
        throw error
      } finally {
        stopWatching()
      }
    }

    async #prepare(config: pg.QueryConfig): Promise<pg.QueryResult> {
      const name = config.name === undefined ? this.#names.nameOf(config) : undefined
      if (name === undefined) return this.#send(config)
      try {
        return await this.#send({ ...config, name })
      } catch (error) {
        if (errorCode(error) !== OUTDATED_PLAN) throw error
        this.#names.forget(config.text)
        // The first error ends a transaction; the next one sends the statement unprepared.
        if (this.getTransactionStatus() !== 'I') throw error
        return this.#send(config)
      }
    }

    #send(config: pg.QueryConfig): Promise<pg.QueryResult> {
      return (super.query as Query).call(this, config)
    }
  }
}

function withoutName({ name: _, ...config }: pg.QueryConfig): pg.QueryConfig {
  return config
}
