export { defineGuard } from './element.ts'
export { type Blockable, type Guard, type GuardOptions, type GuardState, TEXTS, watchInput } from './watch.ts'
