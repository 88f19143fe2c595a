// The audit trail of an account, for the administration.
export { allAuditOfAccount } from './read.ts'
