/** The process's clock in milliseconds. What several nodes must agree on asks the database for its time instead. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: Date.now }
