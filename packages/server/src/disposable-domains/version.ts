import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'

/** Every process reads the lists again soon. */
export async function changeVersion(tx: Tx): Promise<void> {
  await sql`UPDATE domain_lists_version SET version = version + 1`.execute(tx)
}
