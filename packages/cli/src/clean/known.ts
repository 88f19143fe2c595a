// The account's knowledge of addresses in a list: bounces, and its suppression list.
import { ApiError, type KnownMailbox, type Mailsift } from '@mailsift/sdk'

/** The limit of one lookup. */
const BATCH_MAX_COUNT = 10_000

/** Known mailboxes by address. Empty if the service is an earlier version without them. */
export async function lookUpKnown(
  mailsift: Mailsift,
  addresses: AsyncIterable<string>,
  { signal, isRequired }: { signal: AbortSignal; isRequired: boolean },
): Promise<Map<string, KnownMailbox>> {
  const known = new Map<string, KnownMailbox>()
  const lookUp = async (batch: readonly string[]) => {
    for (const each of await mailsift.bounces.lookUp(batch, { signal })) known.set(each.email, each)
  }
  try {
    let batch: string[] = []
    for await (const address of addresses) {
      batch.push(address)
      if (batch.length < BATCH_MAX_COUNT) continue
      await lookUp(batch)
      batch = []
    }
    if (batch.length > 0) await lookUp(batch)
  } catch (error) {
    // A token that only covers lists cannot look up mailboxes, which matters only if the list requires them.
    if (isRequired || !(error instanceof ApiError) || !['not_found', 'scope_required'].includes(error.code)) throw error
  }
  return known
}
