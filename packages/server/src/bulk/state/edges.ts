// The two state machines as conditions and assignments of SQL, made from the contract's tables of edges: a change of state
// that is no edge there, or a path of them, cannot be written.
import { GROUP_EDGES, JOB_EDGES } from '@mailsift/contract'
import { type RawBuilder, sql } from 'kysely'

/** Transactions commit in another order than they begin, and `updated_at` must not go back. */
export const TOUCHED = sql<Date>`greatest(updated_at, now())`

export type Transition<Status extends string = string> = {
  from: Status
  to: Status
  /** For WHERE: the row is in the state that is left, and has not reached its expiry. */
  when: RawBuilder<boolean>
  /** For SET. */
  set: RawBuilder<unknown>
}

export type States<Status extends string> = {
  transition(from: Status, to: Status): Transition<Status>
  /** The row can still expire; it may have ended. */
  mayExpire(column: string): RawBuilder<boolean>
  /** Those from which a state other than `expired` can follow. */
  unfinished: readonly Status[]
  /** Work is left to do: a state other than `expired` can follow. `column` names the status in the statement. */
  isUnfinished(column?: string): RawBuilder<boolean>
}

type Edges<Status extends string> = Readonly<Record<Status, readonly Status[]>>

/** States are written as literals: the partial index on unfinished jobs serves no statement with a parameter instead. */
export function statesOf<Status extends string>(edges: Edges<Status>): States<Status> {
  const statesWith = (follows: (next: readonly string[]) => boolean) =>
    (Object.keys(edges) as Status[]).filter((state) => follows(edges[state]))
  const literals = (states: readonly Status[]) => sql.join(states.map((state) => sql.lit(state)))
  const unfinished = statesWith((next) => next.some((state) => state !== 'expired'))
  const expirable = statesWith((next) => next.includes('expired'))
  return {
    unfinished,
    transition(from, to) {
      if (!edges[from].includes(to)) throw new Error(`There is no edge from ${from} to ${to}.`)
      return {
        from,
        to,
        when: sql<boolean>`(status = ${sql.lit(from)} AND expires_at > now())`,
        set: sql`status = ${sql.lit(to)}, updated_at = ${TOUCHED}`,
      }
    },
    mayExpire: (column) => sql<boolean>`(${sql.ref(column)} IN (${literals(expirable)}))`,
    isUnfinished: (column = 'status') => sql<boolean>`(${sql.ref(column)} IN (${literals(unfinished)}))`,
  }
}

/** Two edges in one statement: the row may stand at the beginning of either. */
export function passing<Status extends string>(
  first: Transition<Status>,
  second: Transition<Status>,
): Transition<Status> {
  if (first.to !== second.from) throw new Error(`${first.to} is not ${second.from}: the edges are no path.`)
  return { from: first.from, to: second.to, when: sql<boolean>`(${first.when} OR ${second.when})`, set: second.set }
}

export const jobStates = statesOf(JOB_EDGES)
export const groupStates = statesOf(GROUP_EDGES)
