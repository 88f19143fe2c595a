// Every change of a group's state, and the slot that a group holds until it has ended.
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { groupStates, TOUCHED, type Transition } from './edges.ts'
import { enqueueGroupTask } from './enqueue.ts'
import { csvColumns, type StoredCsv } from './objects.ts'
import { releaseSlot } from './slots.ts'

const PARSE = groupStates.transition('queued', 'parsing')
const PROCESS = groupStates.transition('parsing', 'processing')
const REFUSE = groupStates.transition('parsing', 'failed')
const FINALIZE = groupStates.transition('processing', 'finalizing')
const FINISH = {
  completed: groupStates.transition('finalizing', 'completed'),
  partial: groupStates.transition('finalizing', 'partial'),
}
const FAIL = groupStates.transition('finalizing', 'failed')

export type ParsingGroup = {
  id: string
  user_id: string
  upload_id: string
  upload_version: string
  email_column: string
  validate_domain: boolean
}

/** A split that was cut short finds its group in parsing. Undefined: the group has been split already, or has ended. */
export async function startParsing(db: Db, groupId: string): Promise<ParsingGroup | undefined> {
  const { rows } = await sql<ParsingGroup>`
    UPDATE bulk_groups SET ${PARSE.set} WHERE id = ${groupId} AND (${PARSE.when} OR ${PROCESS.when})
    RETURNING id, user_id, upload_id, upload_version, email_column, validate_domain`.execute(db)
  return rows[0]
}

export type ParsedFile = {
  total: number
  children: number
  delimiter: string
  headerEnd: number
  resultPrefix: string
}

/** One splitter passes, however many there are. */
export async function startProcessing(tx: Tx, groupId: string, file: ParsedFile): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE bulk_groups SET ${PROCESS.set}, total = ${file.total}, children_left = ${file.children},
      delimiter = ${file.delimiter}, header_end = ${file.headerEnd}, result_prefix = ${file.resultPrefix}
    WHERE id = ${groupId} AND ${PROCESS.when}`.execute(tx)
  return numAffectedRows === 1n
}

/** The end of the last child starts the export. */
export async function endChild(tx: Tx, groupId: string): Promise<void> {
  const { rows } = await sql<{ children_left: number }>`
    UPDATE bulk_groups SET children_left = children_left - 1, updated_at = ${TOUCHED}
    WHERE id = ${groupId} AND ${FINALIZE.when} RETURNING children_left`.execute(tx)
  if (rows[0]?.children_left !== 0) return
  await sql`UPDATE bulk_groups SET ${FINALIZE.set} WHERE id = ${groupId}`.execute(tx)
  await enqueueGroupTask(tx, 'bulk.finalize', { groupId })
}

/** False when the group has ended or was removed meanwhile: then no row refers to the CSV. */
export function finishGroup(db: Db, groupId: string, status: keyof typeof FINISH, csv: StoredCsv): Promise<boolean> {
  return endGroup(db, groupId, FINISH[status], csvColumns(csv))
}

/** Fails a group whose file cannot be read. */
export async function refuseGroup(db: Db, groupId: string, failure: string): Promise<void> {
  await endGroup(db, groupId, REFUSE, sql`failure = ${failure}`)
}

/** Fails a group whose children have ended. */
export async function failGroup(db: Db, groupId: string, failure: string): Promise<void> {
  await endGroup(db, groupId, FAIL, sql`failure = ${failure}`)
}

async function endGroup(db: Db, groupId: string, { set, when }: Transition, facts: ReturnType<typeof sql>) {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ user_id: string }>`
      UPDATE bulk_groups SET ${set}, ${facts} WHERE id = ${groupId} AND ${when} RETURNING user_id`.execute(tx)
    if (rows[0]) await releaseSlot(tx, rows[0].user_id)
    return rows.length > 0
  })
}
