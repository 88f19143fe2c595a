// One chunk: load → validate (and look up) → store, count and announce in one transaction. The task that ends the last chunk
// goes on to complete the job. Killed anywhere, it is run again, finds what is done, and goes on there.
import type { DomainFactsService } from '../../domains/facts.ts'
import { type BulkValidated, quotaOf, tracesOf, type Wake } from '../../outbox/outbox.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import { findPoison, forgetTrials } from '../../platform/queue/isolate.ts'
import { INTERRUPTIONS_MAX } from '../../platform/queue/quarantine.ts'
import type { TaskContext } from '../../platform/queue/queue.ts'
import { currentTrace } from '../../platform/tracing/current.ts'
import type { JobEncoders } from '../export/job-csv.ts'
import type { RecentChunks } from '../export/recent-chunks.ts'
import type { EncodedChunk } from '../export/rows.ts'
import { unpackInputs } from '../format/inputs.ts'
import { type LoadedChunk, loadChunk, storeChunk, type ValidatedChunk } from '../state/chunks.ts'
import { type ChunkTask, enqueueAgain } from '../state/enqueue.ts'
import { completeJob, failJob } from '../state/job-states.ts'
import type { Owned } from '../state/owners.ts'
import { delayBeforeAskingAgain, patienceOf, REGISTRY_BUDGET_AGAIN_MS } from './ask-again.ts'
import type { CountRows } from './count-rows.ts'
import { addLateRegistry } from './late-registry.ts'
import { runTask } from './run-task.ts'
import { type ValidateDeps, type ValidatedRows, validateRows } from './validate-rows.ts'

export type ChunkDeps = ValidateDeps & {
  db: Db
  recent: RecentChunks
  log: Log
  wake: Wake
  countRows: CountRows
  encoders: JobEncoders
  facts: Pick<DomainFactsService, 'lookUpAll' | 'resolversAnswer' | 'storedRegistry'>
  /** How long a chunk's failed lookups are tried again. */
  lookupPatienceMs: number
}

const FAILURE = 'Processing failed repeatedly and was stopped; committed results remain available.'

type ChunkContext = Pick<TaskContext, 'interruptions' | 'isIsolated'>

export async function runChunk(deps: ChunkDeps, task: ChunkTask, context: ChunkContext): Promise<void> {
  const { db, log } = deps
  const chunk = await loadChunk(db, task.chunkId)
  if (!chunk?.unfinished) return
  await runTask({
    log,
    isQuarantined: context.interruptions >= INTERRUPTIONS_MAX,
    failures: task.failures,
    subject: { job_id: chunk.job_id, chunk_id: task.chunkId },
    complaint: 'chunk failed',
    async work() {
      const chunksLeft = chunk.inputs
        ? await validateUnpoisoned(deps, task, chunk, chunk.inputs, context)
        : chunk.chunks_left
      if (chunksLeft === 0) await finishJob(deps, chunk)
    },
    again: (failures, delaySeconds) => enqueueAgain(db, chunk.account_id, { ...task, failures }, delaySeconds),
    fail: () => failJob(db, jobOf(chunk), FAILURE),
  })
}

/** More rows than this point at a fault other than the rows. */
const POISON_MAX_COUNT = 5

/**
 * Validates and stores the chunk. A chunk that is isolated, after one crash or five kills, first finds the rows that did it: they fail alone. Each
 * trial is a validation that is not stored. Returns how many chunks of the job are left; undefined when this task has no more to do.
 */
async function validateUnpoisoned(
  deps: ChunkDeps,
  task: ChunkTask,
  chunk: LoadedChunk,
  packed: Buffer,
  { isIsolated }: ChunkContext,
): Promise<number | undefined> {
  const { chunkId } = task
  if (!isIsolated) return validateChunk(deps, task, chunk, { chunkId, packed })
  const { db, log } = deps
  const subject = `bulk.chunk:${chunkId}`
  const rows = Array.from({ length: chunk.row_count }, (_, row) => String(row))
  const poison = await findPoison(db, subject, rows, async (some) => {
    await validateAndEncode(deps, chunk, { chunkId, packed, only: some.map(Number) })
  })
  log.warn({ job_id: chunk.job_id, chunk_id: chunkId, rows: poison.length }, 'searched a chunk for poison rows')
  if (poison.length > POISON_MAX_COUNT) await failJob(db, jobOf(chunk), FAILURE)
  else {
    const chunksLeft = await validateChunk(deps, task, chunk, { chunkId, packed, leftOut: poison.map(Number) })
    await forgetTrials(db, subject, poison)
    return chunksLeft
  }
}

type PackedRows = { chunkId: string; packed: Buffer; only?: readonly number[]; leftOut?: readonly number[] }
/** `encoded`: for the export of a group. */
type EncodedRows = Omit<ValidatedRows, 'rows'> & { encoded: EncodedChunk | undefined }

/** The rows are not returned: held across the wait for the database, they would survive and burden the garbage collector. */
async function validateAndEncode(
  deps: ChunkDeps,
  chunk: Pick<LoadedChunk, 'account_id' | 'group_id' | 'validate_domain' | 'first_index'>,
  { chunkId, packed, only, leftOut }: PackedRows,
): Promise<EncodedRows> {
  const { validate_domain, first_index, group_id } = chunk
  const all = unpackInputs(packed)
  const inputs = only ? only.map((row) => all[row]!) : all
  const unvalidated = { chunkId, accountId: chunk.account_id, inputs, leftOut, validateDomain: validate_domain }
  const { rows, ...outcome } = await validateRows(deps, unvalidated)
  return { ...outcome, encoded: group_id === null ? undefined : deps.encoders(validate_domain)(first_index, rows) }
}

async function validateChunk(
  deps: ChunkDeps,
  task: ChunkTask,
  chunk: LoadedChunk,
  packedRows: PackedRows,
): Promise<number | undefined> {
  const { chunkId } = packedRows
  const { askedAgain = 0 } = task
  const registryBudgetMs = Math.min(deps.registryBudgetMs, askedAgain > 0 ? REGISTRY_BUDGET_AGAIN_MS : Infinity)
  const { encoded, ...outcome } = await validateAndEncode({ ...deps, registryBudgetMs }, chunk, packedRows)
  const delay = outcome.unanswered > 0 ? delayBeforeAskingAgain(askedAgain, await patienceOf(deps)) : undefined
  if (delay !== undefined) {
    await enqueueAgain(deps.db, chunk.account_id, { ...task, askedAgain: askedAgain + 1 }, delay)
    return undefined
  }
  const counted = eventOf({ chunkId, jobId: chunk.job_id, accountId: chunk.account_id }, outcome)
  const event = { ...counted, ...quotaOf(chunk.group_id ?? chunk.job_id) }
  const { results, success, errors } = outcome
  const validated: ValidatedChunk = { event, results, success, errors, validated: outcome.validated }
  const chunksLeft = await storeChunk(deps.db, validated)
  if (chunksLeft === undefined) return undefined
  noteStored(deps, validated)
  if (encoded) deps.recent.add(chunkId, encoded)
  return chunksLeft
}

export function eventOf(
  { chunkId, jobId, accountId }: Pick<BulkValidated, 'chunkId' | 'jobId' | 'accountId'>,
  { success, flags, candidateCount }: Pick<ValidatedRows, 'success' | 'flags' | 'candidateCount'>,
): BulkValidated {
  const units = { units: success, flags, candidateCount }
  return { kind: 'bulk', id: chunkId, accountId, jobId, chunkId, ...units, ...tracesOf(currentTrace()) }
}

/** Call it after the commit. */
export function noteStored(
  { log, engine, countRows, wake }: Pick<ChunkDeps, 'log' | 'engine' | 'countRows' | 'wake'>,
  { event, ...rows }: ValidatedChunk,
): void {
  const { jobId, chunkId } = event
  log.info({ job_id: jobId, chunk_id: chunkId, data_version: engine.dataVersion }, 'chunk stored')
  countRows(rows)
  if (rows.success > 0) wake([event])
}

async function finishJob(deps: ChunkDeps, chunk: LoadedChunk): Promise<void> {
  if (chunk.validate_domain) await addLateRegistry(deps, jobOf(chunk))
  await completeJob(deps.db, jobOf(chunk))
}

function jobOf({ job_id, account_id }: LoadedChunk): Owned {
  return { id: job_id, account_id }
}
