// 6, 11, 12: every referenced file is there and right, and no unreferenced one is there.
import { createHash } from 'node:crypto'
import { CSV_RECORD_MAX_BYTES, CSV_RECORDS_MAX_COUNT } from '@mailsift/contract'
import { openCsv } from '@mailsift/csv/read'
import { CsvStructureError } from '@mailsift/csv/structure-error'
import { sql } from 'kysely'
import { type ExportedGroup, groupCsv } from '../bulk/export/group-csv.ts'
import { jobCsv } from '../bulk/export/job-csv.ts'
import { isNamed } from '../bulk/retention/expire.ts'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import type { Db } from '../platform/database/database.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { Violation, Violations } from './violation.ts'

export type ExportChecks = { db: Db; blobs: Pick<BlobStore, 'read' | 'list' | 'stat'>; checkpoints: Checkpoints }

/** An exported record is an uploaded one with its answer. */
const EXPORT_LIMITS = { recordsMaxCount: CSV_RECORDS_MAX_COUNT, recordMaxBytes: 2 * CSV_RECORD_MAX_BYTES }

type Export = { id: string; account_id: string; total: number; csv_key: string; csv_sha256: Buffer; csv_bytes: number }
/** Without a hash until it was requested. */
type JobExport = Omit<Export, 'csv_sha256'> & { csv_sha256: Buffer | null; validate_domain: boolean }

export async function* checkExports({ db, blobs, checkpoints }: ExportChecks): Violations {
  const jobs = await sql<JobExport>`
    SELECT id, account_id, total, csv_key, CASE WHEN csv_written THEN csv_sha256 END AS csv_sha256, csv_bytes, validate_domain
    FROM bulk_jobs WHERE csv_key IS NOT NULL AND status <> 'expired'`.execute(db)
  for (const job of jobs.rows) {
    const subject = `job ${job.id}`
    const { csv_sha256 } = job
    const written = csv_sha256 && { subject, ...job, csv_sha256 }
    if (checkpoints.isKnown(`file of ${subject}`, stateOf(job))) {
      if (written) yield* checkKnownFile(blobs, written)
      continue
    }
    checkpoints.note(`file of ${subject}`, stateOf(job))
    const again = () => jobCsv({ db }, job, job.validate_domain)
    const found = yield* written ? checkExport(blobs, { again, ...written }) : checkWritable(again(), subject)
    if (found && found.records !== job.total + 1)
      yield { invariant: 6, subject, what: `its CSV has ${found.records} records for ${job.total} rows` }
  }
  const groups = await sql<Export & ExportedGroup & { email_column: string }>`
    SELECT id, account_id, upload_id, upload_version, email_column, validate_domain, delimiter, header_end, result_prefix, total,
      csv_key, csv_sha256, csv_bytes
    FROM bulk_groups WHERE csv_key IS NOT NULL AND status <> 'expired'`.execute(db)
  for (const group of groups.rows) {
    const again = () => groupCsv({ db, blobs }, group)
    const subject = `group ${group.id}`
    if (checkpoints.isKnown(`file of ${subject}`, stateOf(group))) {
      yield* checkKnownFile(blobs, { subject, ...group })
      continue
    }
    checkpoints.note(`file of ${subject}`, stateOf(group))
    if (!(yield* checkExport(blobs, { subject, again, ...group }))) continue
    const records = await countRecords(blobs, group)
    if (records !== group.total)
      yield { invariant: 6, subject, what: `its CSV has ${records} records below its header for ${group.total} rows` }
  }
}

function stateOf({ csv_key, csv_sha256, csv_bytes }: Pick<JobExport, 'csv_key' | 'csv_sha256' | 'csv_bytes'>): string {
  return `${csv_key} ${csv_bytes} ${csv_sha256?.toString('hex')}`
}

/** One that was read before, and cannot have changed. */
async function* checkKnownFile(
  blobs: Pick<BlobStore, 'stat'>,
  { subject, csv_key, csv_bytes }: Export & { subject: string },
): AsyncGenerator<Violation> {
  const size = (await blobs.stat(csv_key))?.size
  if (size !== csv_bytes)
    yield {
      invariant: 6,
      subject,
      what: size === undefined ? 'its CSV is not there' : `its CSV has ${size} instead of ${csv_bytes} bytes`,
    }
}

/** By the reader of such files: a customer's malformed records are in it as they are. */
async function countRecords(
  blobs: ExportChecks['blobs'],
  { csv_key, email_column }: { csv_key: string; email_column: string },
): Promise<number | undefined> {
  const file = await blobs.read(csv_key)
  if (!file) return undefined
  try {
    const { records } = await openCsv(file, JSON.parse(email_column) as string, EXPORT_LIMITS)
    let count = 0
    for await (const batch of records) count += batch.length
    return count
  } catch (error) {
    if (error instanceof CsvStructureError) return undefined
    throw error
  }
}

type Expected = Export & { subject: string; again(): AsyncIterable<Uint8Array> }

async function* checkExport(
  blobs: ExportChecks['blobs'],
  { subject, again, ...expected }: Expected,
): AsyncGenerator<Violation, Measured | undefined> {
  const stored = await blobs.read(expected.csv_key)
  if (!stored) {
    yield { invariant: 6, subject, what: 'its CSV is not there' }
    return undefined
  }
  const found = yield* checkBytes(stored, { subject, ...expected })
  const written = await measure(again()).catch(() => undefined)
  if (written?.sha256 !== found?.sha256)
    yield { invariant: 6, subject, what: 'its CSV, written again, has other bytes or none' }
  return found
}

async function* checkWritable(
  source: AsyncIterable<Uint8Array>,
  subject: string,
): AsyncGenerator<Violation, Measured | undefined> {
  const found = await measure(source).catch(() => undefined)
  if (!found) yield { invariant: 6, subject, what: 'its CSV cannot be read or written' }
  return found
}

async function* checkBytes(
  source: AsyncIterable<Uint8Array>,
  { subject, csv_sha256, csv_bytes }: Export & { subject: string },
): AsyncGenerator<Violation, Measured | undefined> {
  const violated = (what: string): Violation => ({ invariant: 6, subject, what })
  const found = yield* checkWritable(source, subject)
  if (!found) return undefined
  if (found.sha256 !== csv_sha256.toString('hex')) yield violated('its CSV does not have the promised hash')
  if (found.bytes !== csv_bytes) yield violated(`its CSV has ${found.bytes} instead of ${csv_bytes} bytes`)
  return found
}

type Measured = { bytes: number; records: number; sha256: string }

const LF = 0x0a
const QUOTE = 0x22

/** Counts records by its own rule: a line end outside quotes ends one. */
async function measure(source: AsyncIterable<Uint8Array>): Promise<Measured> {
  const hash = createHash('sha256')
  let bytes = 0
  let records = 0
  let quoted = false
  for await (const piece of source) {
    hash.update(piece)
    bytes += piece.length
    for (const byte of piece) {
      if (byte === QUOTE) quoted = !quoted
      else if (byte === LF && !quoted) records++
    }
  }
  return { bytes, records, sha256: hash.digest('hex') }
}

const ORPHAN_AGE_MS = 24 * 3600_000

export async function* checkLeftovers({ db, blobs }: Omit<ExportChecks, 'checkpoints'>): Violations {
  for (const prefix of ['jobs/', 'groups/', 'uploads/'])
    for await (const { key, modifiedAtMs } of blobs.list(prefix))
      if (Date.now() - modifiedAtMs > ORPHAN_AGE_MS && !(await isNamed(db, key)))
        yield { invariant: 12, subject: key, what: 'no row refers to this object' }
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM bulk_jobs WHERE expires_at < now() - interval '7 days 3 hours'
    UNION ALL SELECT id FROM bulk_groups WHERE expires_at < now() - interval '7 days 3 hours'
    UNION ALL SELECT resource_id FROM bulk_keys WHERE reserved_until < now() - interval '7 days 3 hours'`.execute(db)
  for (const { id } of rows) yield { invariant: 11, subject: id, what: 'should have been cleaned up' }
  const stuck = await sql<{ id: number }>`
    SELECT job.id FROM graphile_worker.jobs job
    WHERE locked_at < now() - interval '1 minute' AND NOT EXISTS (
      SELECT FROM heartbeats WHERE worker_id = job.locked_by AND seen_at > now() - interval '1 minute')`.execute(db)
  for (const { id } of stuck.rows) yield { invariant: 12, subject: `task ${id}`, what: 'is held by a dead process' }
}
