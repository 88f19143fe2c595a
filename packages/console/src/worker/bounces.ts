import { type BounceBatch, readBounceRows } from '@mailsift/intake/bounce-rows'
import { fromBlob, openList } from '@mailsift/intake/list'

/** The events of an exported table, in batches of one request each. */
export async function readBounceTable(file: Blob): Promise<BounceBatch[]> {
  const batches: BounceBatch[] = []
  for await (const batch of readBounceRows(await openList(fromBlob(file)))) batches.push(batch)
  return batches
}
