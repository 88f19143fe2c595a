import type { Account } from '@mailsift/contract'
import { findAccount } from '../accounts/accounts.ts'
import { forgetInvitations, invitationsWithAddress } from '../accounts/privacy.ts'
import {
  endSubmission,
  findFiles,
  findRows,
  jobIdsOf,
  objectsOf,
  readCandidates,
  removeSubmission,
  type Submission,
} from '../bulk/privacy.ts'
import { forgetValidated, hasValidated } from '../calibration/privacy.ts'
import { allowAgain, contactsWithAddress, forgetAddress, suppress } from '../contacts/privacy.ts'
import { forgetSignUps, signUpsWithAddress } from '../identity/privacy.ts'
import { evidenceOfAddress, forgetEvidence, hasEvidence } from '../mailboxes/privacy.ts'
import { eventsWithAddress, withdrawCandidates } from '../outbox/privacy.ts'
import type { AddressSearch } from '../platform/address-search.ts'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import type { Db } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import { forgetProbes, hasProbes } from '../probe/privacy.ts'
import { entriesWithAddress, forgetEntries } from '../rules/privacy.ts'
import { forgetSuppressions, hasSuppressions } from '../suppressions/privacy.ts'
import { type FoundName, findNames, forgetNames } from './names.ts'

export type ForgetDeps = {
  db: Db
  blobs: Pick<BlobStore, 'read' | 'list' | 'delete'>
  /** To find what is stored by keyed hash; needed if there is any (needsSecrets). */
  secrets: Secrets | undefined
}

type FoundSubmission = Submission & {
  accountId: string
  rows: number
  lines: number
}

/** Whether anything is stored by keyed hash. */
export async function needsSecrets(db: Db): Promise<boolean> {
  return (await hasEvidence(db)) || (await hasSuppressions(db)) || (await hasProbes(db)) || (await hasValidated(db))
}

/** Where an address stands. */
export type Findings = {
  account: Account | null
  /** Invitations and sign-ups that are not accepted yet. */
  awaited: number
  contacts: number
  events: number
  /** From bounces, deliveries and probes. */
  evidence: number
  /** Entries of allow and deny lists. */
  listEntries: number
  /** Not with what they say: that is the address. */
  names: Omit<FoundName, 'text'>[]
  submissions: FoundSubmission[]
}

export async function findAddress(deps: ForgetDeps, address: string, search: AddressSearch): Promise<Findings> {
  const { db } = deps
  return {
    account: await findAccount(db, address),
    awaited: (await invitationsWithAddress(db, search)).length + (await signUpsWithAddress(db, search)).length,
    contacts: (await contactsWithAddress(db, search)).length,
    events: (await eventsWithAddress(db, search)).length,
    evidence: deps.secrets ? (await evidenceOfAddress(db, deps.secrets, search.forms)).length : 0,
    listEntries: (await entriesWithAddress(db, search)).length,
    names: (await findNames(db, search)).map(({ text: _text, ...name }) => name),
    submissions: await findSubmissions(deps, search),
  }
}

async function findSubmissions(deps: ForgetDeps, search: AddressSearch): Promise<FoundSubmission[]> {
  const found = new Map<string, FoundSubmission>()
  const at = (submission: Submission, accountId: string): FoundSubmission => {
    const known = found.get(submission.id) ?? { ...submission, accountId, rows: 0, lines: 0 }
    found.set(submission.id, known)
    return known
  }
  for await (const { accountId, jobId, groupId } of findRows(deps, search))
    at(groupId ? { kind: 'group', id: groupId } : { kind: 'job', id: jobId }, accountId).rows++
  for await (const { accountId, uploadId, groupId, lines } of findFiles(deps, search))
    at(groupId ? { kind: 'group', id: groupId } : { kind: 'upload', id: uploadId }, accountId).lines += lines.length
  return [...found.values()]
}

/**
 * Everything that was found, and the contacts that deliveries make of it at the same time. Interrupted at any point, it can be
 * called again. Returns how many contacts there were.
 */
export async function forget(
  { db, blobs, secrets }: ForgetDeps,
  search: AddressSearch,
  { submissions }: Findings,
  /** Keeps the address out of all contacts from now on. */
  isSuppressed = false,
): Promise<number> {
  for (const submission of submissions) await endSubmission(db, submission)
  const jobIds = await jobIdsOf(db, submissions)
  const contacts = await db.transaction().execute(async (tx) => {
    // First what could still become a contact: after this, nothing can.
    await withdrawCandidates(tx, { search, jobIds, readCandidates })
    if (secrets && isSuppressed) await suppress(tx, secrets, search.forms, null)
    if (secrets) {
      await forgetProbes(tx, secrets, search.forms)
      await forgetValidated(tx, secrets, search.forms)
      await forgetSuppressions(tx, secrets, search.forms)
      await forgetEvidence(tx, secrets, search.forms)
    }
    await forgetInvitations(tx, await invitationsWithAddress(tx, search))
    await forgetSignUps(tx, await signUpsWithAddress(tx, search))
    await forgetEntries(tx, await entriesWithAddress(tx, search))
    return forgetAddress(tx, search)
  })
  for (const submission of submissions) await removeSubmission({ db, blobs }, submission)
  // Last: what had to go whole has taken its own names and keys with it.
  const names = await findNames(db, search)
  await db.transaction().execute((tx) => forgetNames(tx, names))
  if (submissions.length > 0) {
    const ids = new Set([...jobIds, ...submissions.map(({ id }) => id)])
    for await (const key of objectsOf(blobs, ids)) await blobs.delete(key)
  }
  return contacts
}

/** Takes back what keeps the address out of contacts. Returns of how many accounts; all of them count as one. */
export async function letBack(db: Db, { forms }: AddressSearch, secrets: Secrets): Promise<number> {
  return db.transaction().execute((tx) => allowAgain(tx, secrets, forms))
}
