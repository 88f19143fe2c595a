// The account's knowledge of the addresses of a list: from bounces, and from its suppression list.
import { ApiError, type KnownMailbox, type Mailsift } from '@mailsift/sdk'

/** As many as one lookup takes. */
const BATCH_MAX_COUNT = 10_000

/** Those about which something is known, by address. A service of an earlier version knows nothing. */
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
    // A token for lists alone may not look up mailboxes, which only matters where the list depends on them.
    if (isRequired || !(error instanceof ApiError) || !['not_found', 'scope_required'].includes(error.code)) throw error
  }
  return known
}
