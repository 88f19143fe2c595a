// The door of domains beside facts.ts: the report about one.
export { type ReportDeps, reportDomain } from './report.ts'
export { REPORT_READER } from './routes.ts'
