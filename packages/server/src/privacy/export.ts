// Everything that is stored about a user or about an address, as one JSON document. No secret and no hash of one is in it.

import { findAccount } from '../accounts/accounts.ts'
import { invitationsWithAddress, readAccount } from '../accounts/privacy.ts'
import { allAuditOfAccount } from '../audit/privacy.ts'
import { billingOfAccount } from '../billing/privacy.ts'
import { burstsOfAccount, sourcesOfAccount } from '../bounces/privacy.ts'
import {
  findFiles,
  findRows,
  groupsOfAccount,
  jobsOfAccount,
  keysOfAccount,
  listsOfAccount,
  readUploadedFile,
  rowsOfJob,
  uploadsOfAccount,
} from '../bulk/privacy.ts'
import { validationsOfAccount, validationsOfAddress } from '../calibration/privacy.ts'
import { contactsOfAccount, contactsWithAddress, suppressionsOf } from '../contacts/privacy.ts'
import { credentialsOfAccount } from '../credentials/privacy.ts'
import { readPerson, readWaysIn, signUpsWithAddress } from '../identity/privacy.ts'
import { evidenceOfAccount, evidenceOfAddress } from '../mailboxes/privacy.ts'
import { eventsOfAccount, eventsWithAddress } from '../outbox/privacy.ts'
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

export async function exportAccount({ db, blobs }: ExportDeps, accountId: string): Promise<AsyncIterable<string>> {
  const { subscription, ...account } = await readAccount(db, accountId)
  const userIds = account.members.map(({ person_id }) => person_id)
  return streamJson({
    ...account,
    ...(await readWaysIn(db, userIds, accountId)),
    ...(await credentialsOfAccount(db, accountId)),
    subscription,
    audit: await allAuditOfAccount(db, accountId),
    ...(await rulesOfAccount(db, accountId)),
    billing: await billingOfAccount(db, accountId),
    usage: await readUsage({ db }, accountId, { from: SINCE_EVER }),
    verdicts: await readVerdictCounts(db, accountId),
    events: eventsOfAccount(db, accountId),
    idempotency_keys: await keysOfAccount(db, accountId),
    lists: await listsOfAccount(db, accountId),
    uploads: uploads(),
    groups: await groupsOfAccount(db, accountId),
    jobs: jobs(),
    contacts: contactsOfAccount(db, accountId),
    mailbox_evidence: await evidenceOfAccount(db, accountId),
    validated_addresses: await validationsOfAccount(db, accountId),
    probes: await probesOfAccount(db, accountId),
    suppressions: await suppressionsOfAccount(db, accountId),
    bounce_bursts: await burstsOfAccount(db, accountId),
    bounce_sources: await sourcesOfAccount(db, accountId),
  })

  async function* uploads() {
    for (const upload of await uploadsOfAccount(db, accountId)) {
      const content = await readUploadedFile(blobs, upload.id)
      yield { ...upload, content: content ? new LongText(decode(content)) : null }
    }
  }

  async function* jobs() {
    for await (const job of jobsOfAccount(db, accountId)) yield { ...job, items: parsed(rowsOfJob(db, job.id)) }
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
    account: await findAccount(db, address),
    person: await readPerson(db, address),
    invitations_and_sign_ups: [
      ...(await invitationsWithAddress(db, search)),
      ...(await signUpsWithAddress(db, search)),
    ].map((awaited) => ({
      kind: awaited.kind,
      ...(awaited.kind === 'invitation' && { account_id: awaited.accountId }),
      email: awaited.email,
      expires_at: awaited.expires_at,
    })),
    contacts: await contactsWithAddress(db, search),
    events: await eventsWithAddress(db, search),
    list_entries: (await entriesWithAddress(db, search)).map(({ accountId, ...entry }) => ({
      account_id: accountId,
      ...entry,
    })),
    names: (await findNames(db, search)).map(({ kind, accountId, id, text }) => ({
      kind,
      account_id: accountId,
      id,
      text,
    })),
    rows: rows(),
    files: files(),
  })

  async function* rows() {
    for await (const { accountId, jobId, groupId, item } of findRows(deps, search))
      yield { account_id: accountId, job_id: jobId, group_id: groupId, item: new JsonText(item) }
  }

  async function* files() {
    for await (const { accountId, uploadId, groupId, filename, lines } of findFiles(deps, search))
      yield { account_id: accountId, upload_id: uploadId, group_id: groupId, filename, lines }
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
