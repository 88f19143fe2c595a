// The door of mailboxes: what an account knows about them. Every statement is stored by recordEvidence and read by mailboxOf.
export { deleteOldEvidence, mailboxesCron } from './delete-old.ts'
export { type Known, knownOf, NOTHING_KNOWN } from './known.ts'
export { lookUpMailboxes } from './lookup.ts'
export { mailboxOf } from './mailbox.ts'
export { type EvidenceReason, reasonsOf } from './reason.ts'
export { type Evidence, recordEvidence } from './record.ts'
export { MAILBOX_READER } from './routes.ts'
