import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../platform/at-most.ts'
import type { FreeSpace } from '../../platform/data-folder/free-space.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'

export type Storage = {
  disk: Pick<FreeSpace, 'isLow'>
  accountMaxBytes: number
  /** Accounts that had far more room a moment ago than they could fill since. */
  roomy: LRUCache<string, true>
}

const ROOMY_MS = 10_000
const ROOMY_MAX_COUNT = 10_000
/** More than all workers of a machine write in that time. */
const ROOMY_BYTES = 2 ** 30

export function createStorage({ disk, accountMaxBytes }: Omit<Storage, 'roomy'>): Storage {
  return { disk, accountMaxBytes, roomy: new LRUCache({ ...atMost(ROOMY_MAX_COUNT), ttl: ROOMY_MS }) }
}

const LOW_DISK_RETRY_SECONDS = 60

/** Running jobs need disk space to finish: new files and lists are refused while there still is some. */
export function requireDisk({ disk }: Storage): void {
  if (disk.isLow())
    throw new AppError('unavailable', 'The disk is almost full. No new data is stored until there is enough space.', {
      retryAfterSeconds: LOW_DISK_RETRY_SECONDS,
    })
}

/** Exports are counted once their job has ended, so those of up to three submissions can pass the limit. */
export async function requireStorage(
  db: Db | Tx,
  storage: Storage,
  accountId: string,
  { moreBytes = 0 }: { moreBytes?: number } = {},
): Promise<void> {
  requireDisk(storage)
  // The sum takes longer with each file that an account has.
  if (moreBytes === 0 && storage.roomy.has(accountId)) return
  const { rows } = await sql<{ bytes: number }>`
    SELECT (SELECT coalesce(sum(size_bytes), 0) FROM bulk_uploads WHERE account_id = ${accountId} AND removed_at IS NULL)
      + (SELECT coalesce(sum(csv_bytes), 0) FROM bulk_jobs WHERE account_id = ${accountId} AND csv_bytes IS NOT NULL)
      + (SELECT coalesce(sum(csv_bytes), 0) FROM bulk_groups WHERE account_id = ${accountId} AND csv_bytes IS NOT NULL)
      AS bytes`.execute(db)
  const { bytes } = rows[0]!
  if (storage.accountMaxBytes - Number(bytes) > ROOMY_BYTES) storage.roomy.set(accountId, true)
  if (Number(bytes) + moreBytes > storage.accountMaxBytes)
    throw new AppError(
      'storage_exceeded',
      `The account uses ${bytes} of ${storage.accountMaxBytes} bytes. Old results free up space when they expire.`,
    )
}
