// The door of usage: units are recorded one by one here, or announced by bulk chunks; both end in the ledger.

export { readVerdictCounts } from './analytics.ts'
export { addQuotaFields } from './quota/fields.ts'
export { createQuotas, type Quotas, type Taken } from './quota/quotas.ts'
export { readAccountPlan } from './quota/read-plan.ts'
export { createUsageRecorder, type SingleUnit, type UsageRecorder } from './record.ts'
export { readUsage } from './report.ts'
export { ANY_CALLER } from './routes.ts'
