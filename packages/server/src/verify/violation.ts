/** `invariant` is its number in docs/invariants.md. Never holds an address: subjects are ids. */
export type Violation = { invariant: number; subject: string; what: string }
export type Violations = AsyncGenerator<Violation, void>
