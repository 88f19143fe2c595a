import { deleteAccountRows } from '../accounts/accounts.ts'
import { endSubmission, objectsOf, submissionsOfAccount } from '../bulk/privacy.ts'
import { forgetContactsOfAccount } from '../contacts/privacy.ts'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import type { Db } from '../platform/database/database.ts'

/** The account and everything it has, in the database and in the blob store. Returns how many objects there were. */
export async function deleteAccount(
  { db, blobs }: { db: Db; blobs: Pick<BlobStore, 'list' | 'delete'> },
  accountId: string,
): Promise<number> {
  const submissions = await submissionsOfAccount(db, accountId)
  // An unavailable store fails the command here, before anything is deleted.
  const objects: string[] = []
  for await (const key of objectsOf(blobs, new Set(submissions.map(({ id }) => id)))) objects.push(key)
  for (const submission of submissions) await endSubmission(db, submission)
  await db.transaction().execute(async (tx) => {
    // Companies that only this account's contacts had go with them; a cascade would leave them.
    await forgetContactsOfAccount(tx, accountId)
    await deleteAccountRows(tx, accountId)
  })
  for (const key of objects) await blobs.delete(key)
  return objects.length
}
