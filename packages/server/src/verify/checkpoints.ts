// Rows and files that an earlier run has found right. Rows of a job that has ended and files never change, so they are not read
// again; that they are there, and as many as they should be, is checked every time.
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Violation } from './violation.ts'

export type Checkpoints = {
  isKnown(subject: string, state: string): boolean
  /** It was read in this state. It is remembered unless something was found in it. */
  note(subject: string, state: string): void
}

/** Knows nothing, and remembers nothing: everything is read. */
export const NO_CHECKPOINTS: Checkpoints = { isKnown: () => false, note: () => undefined }

export type StoredCheckpoints = Checkpoints & {
  /** How many subjects were not read again. */
  skipped(): number
  store(violations: readonly Violation[]): Promise<void>
}

const PER_STATEMENT = 5_000

export async function readCheckpoints(db: Db): Promise<StoredCheckpoints> {
  const { rows } = await sql<{ subject: string; state: string }>`SELECT subject, state FROM verify_checkpoints`.execute(
    db,
  )
  const before = new Map(rows.map(({ subject, state }) => [subject, state]))
  const seen = new Set<string>()
  const read = new Map<string, string>()
  return {
    isKnown(subject, state) {
      if (before.get(subject) !== state) return false
      seen.add(subject)
      return true
    },
    note: (subject, state) => void read.set(subject, state),
    skipped: () => seen.size,
    async store(violations) {
      const wrong = violations.map(({ subject }) => subject)
      const isRight = (subject: string) => !wrong.some((one) => subject.endsWith(one))
      const right = Array.from(read).filter(([subject]) => isRight(subject))
      // A mark that was neither read nor skipped belongs to a deleted job or file.
      const gone = [...before.keys()].filter(
        (subject) => !isRight(subject) || !(seen.has(subject) || read.has(subject)),
      )
      for (let at = 0; at < gone.length; at += PER_STATEMENT)
        await sql`DELETE FROM verify_checkpoints WHERE subject = ANY (${gone.slice(at, at + PER_STATEMENT)}::text[])`.execute(
          db,
        )
      for (let at = 0; at < right.length; at += PER_STATEMENT) {
        const some = right.slice(at, at + PER_STATEMENT)
        await sql`INSERT INTO verify_checkpoints (subject, state)
          SELECT * FROM unnest(${some.map(([subject]) => subject)}::text[], ${some.map(([, state]) => state)}::text[])
          ON CONFLICT (subject) DO UPDATE SET state = excluded.state`.execute(db)
      }
    },
  }
}
