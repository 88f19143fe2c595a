// Everything that is stored about a user or about an address, as one JSON document. No secret and no hash of one is in it.

import { findUser } from '../accounts/accounts.ts'
import { invitationsWithAddress, readAccount } from '../accounts/privacy.ts'
import { allAuditOfAccount } from '../audit/privacy.ts'
import { billingOfAccount } from '../billing/privacy.ts'
import { burstsOfAccount, sourcesOfAccount } from '../bounces/privacy.ts'
import {
  findFiles,
  findRows,
  groupsOfUser,
  jobsOfUser,
  keysOfUser,
  listsOfUser,
  readUploadedFile,
  rowsOfJob,
  uploadsOfUser,
} from '../bulk/privacy.ts'
import { validationsOfAccount, validationsOfAddress } from '../calibration/privacy.ts'
import { contactsOfUser, contactsWithAddress, suppressionsOf } from '../contacts/privacy.ts'
import { credentialsOfAccount } from '../credentials/privacy.ts'
import { readPerson, readWaysIn, signUpsWithAddress } from '../identity/privacy.ts'
import { evidenceOfAccount, evidenceOfAddress } from '../mailboxes/privacy.ts'
import { eventsOfUser, eventsWithAddress } from '../outbox/privacy.ts'
import type { AddressSearch } from '../platform/address-search.ts'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import type { Db } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import { probesOfAccount, probesOfAddress } from '../probe/privacy.ts'
import { entriesWithAddress, rulesOfAccount } from '../rules/privacy.ts'
import { suppressionsOfAccount, suppressionsOfAddress } from '../suppressions/privacy.ts'
import { readUsage, readVerdictCounts } from '../usage/usage.ts'
import { JsonText, LongText, streamJson } from './json-stream.ts'
import { findNames } from './names.ts'

export type ExportDeps = { db: Db; blobs: Pick<BlobStore, 'read'> }

const SINCE_EVER = '2000-01-01'

export async function exportUser({ db, blobs }: ExportDeps, userId: string): Promise<AsyncIterable<string>> {
  const { subscription, ...account } = await readAccount(db, userId)
  const personIds = account.members.map(({ person_id }) => person_id)
  return streamJson({
    ...account,
    ...(await readWaysIn(db, personIds, userId)),
    ...(await credentialsOfAccount(db, userId)),
    subscription,
    audit: await allAuditOfAccount(db, userId),
    ...(await rulesOfAccount(db, userId)),
    billing: await billingOfAccount(db, userId),
    usage: await readUsage({ db }, userId, { from: SINCE_EVER }),
    verdicts: await readVerdictCounts(db, userId),
    events: eventsOfUser(db, userId),
    idempotency_keys: await keysOfUser(db, userId),
    lists: await listsOfUser(db, userId),
    uploads: uploads(),
    groups: await groupsOfUser(db, userId),
    jobs: jobs(),
    contacts: contactsOfUser(db, userId),
    mailbox_evidence: await evidenceOfAccount(db, userId),
    validated_addresses: await validationsOfAccount(db, userId),
    probes: await probesOfAccount(db, userId),
    suppressions: await suppressionsOfAccount(db, userId),
    bounce_bursts: await burstsOfAccount(db, userId),
    bounce_sources: await sourcesOfAccount(db, userId),
  })

  async function* uploads() {
    for (const upload of await uploadsOfUser(db, userId)) {
      const content = await readUploadedFile(blobs, upload.id)
      yield { ...upload, content: content ? new LongText(decode(content)) : null }
    }
  }

  async function* jobs() {
    for await (const job of jobsOfUser(db, userId)) yield { ...job, items: parsed(rowsOfJob(db, job.id)) }
  }
}

export async function exportAddress(
  deps: ExportDeps & { secrets: Secrets | undefined },
  address: string,
  search: AddressSearch,
): Promise<AsyncIterable<string>> {
  const { db, secrets } = deps
  return streamJson({
    address,
    matched_as: search.forms,
    suppressed: secrets && (await suppressionsOf(db, secrets, search.forms)),
    mailbox_evidence: secrets && (await evidenceOfAddress(db, secrets, search.forms)),
    validated: secrets && (await validationsOfAddress(db, secrets, search.forms)),
    probes: secrets && (await probesOfAddress(db, secrets, search.forms)),
    suppressions: secrets && (await suppressionsOfAddress(db, secrets, search.forms)),
    account: await findUser(db, address),
    person: await readPerson(db, address),
    invitations_and_sign_ups: [
      ...(await invitationsWithAddress(db, search)),
      ...(await signUpsWithAddress(db, search)),
    ].map((awaited) => ({
      kind: awaited.kind,
      ...(awaited.kind === 'invitation' && { user_id: awaited.userId }),
      email: awaited.email,
      expires_at: awaited.expires_at,
    })),
    contacts: await contactsWithAddress(db, search),
    events: await eventsWithAddress(db, search),
    list_entries: (await entriesWithAddress(db, search)).map(({ userId, ...entry }) => ({ user_id: userId, ...entry })),
    names: (await findNames(db, search)).map(({ kind, userId, id, text }) => ({ kind, user_id: userId, id, text })),
    rows: rows(),
    files: files(),
  })

  async function* rows() {
    for await (const { userId, jobId, groupId, item } of findRows(deps, search))
      yield { user_id: userId, job_id: jobId, group_id: groupId, item: new JsonText(item) }
  }

  async function* files() {
    for await (const { userId, uploadId, groupId, filename, lines } of findFiles(deps, search))
      yield { user_id: userId, upload_id: uploadId, group_id: groupId, filename, lines }
  }
}

async function* parsed(items: AsyncIterable<string>): AsyncGenerator<JsonText> {
  for await (const item of items) yield new JsonText(item)
}

async function* decode(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const bytes of content) yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}
