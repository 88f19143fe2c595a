// The door of evidence: what an account knows about mailboxes. Every statement is stored by recordEvidence and read by mailboxOf.
export { cleanEvidence, evidenceCron } from './clean.ts'
export type { HashDeps as EvidenceDeps } from './hash.ts'
export { type Known, knownOf, NOTHING_KNOWN } from './known.ts'
export { type Mailbox, mailboxOf } from './mailbox.ts'
export { type EvidenceReason, reasonsOf } from './reason.ts'
export { type Evidence, recordEvidence } from './record.ts'
