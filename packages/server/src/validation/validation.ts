// The door of validation, for other features.
export { composeInsight } from './insight.ts'
export { type InsightDeps, SUBSCRIBED_CALLER } from './routes.ts'
export { createFlagReader, createValidateOne } from './validate.ts'
