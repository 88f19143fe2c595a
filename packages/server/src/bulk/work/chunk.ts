// One chunk: load → judge (and look up) → store, count and announce in one transaction. The task that ends the last chunk
// goes on to complete the job. Killed anywhere, it is run again, finds what is done, and goes on there.
import { sql } from 'kysely'
import type { DomainFactsService } from '../../domains/facts.ts'
import { announcing, type BulkValidated, tracesOf, type Wake } from '../../outbox/outbox.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { TaskContext } from '../../platform/queue/queue.ts'
import { currentTrace } from '../../platform/tracing/current.ts'
import type { JobEncoders } from '../export/job-csv.ts'
import type { RecentChunks } from '../export/recent-chunks.ts'
import type { EncodedChunk } from '../export/rows.ts'
import { unpackInputs } from '../format/inputs.ts'
import { CHUNK_ROWS } from '../state/chunks.ts'
import { jobStates } from '../state/edges.ts'
import { type ChunkTask, enqueueAgain, type RowRange } from '../state/enqueue.ts'
import { completeJob, countingChunk, failJob, startingJob } from '../state/job-states.ts'
import { releasingSlot } from '../state/slots.ts'
import { delayBeforeAskingAgain, patienceOf, REGISTRY_BUDGET_AGAIN_MS } from './ask-again.ts'
import type { CountRows } from './count-rows.ts'
import { isCutShortTooOften } from './failure.ts'
import { type JudgeDeps, type JudgedChunk, judgeChunk } from './judge.ts'
import { addLateRegistry } from './late-registry.ts'
import { nextStep } from './poison-rows.ts'
import { runTask } from './run-task.ts'

export type ChunkDeps = JudgeDeps & {
  db: Db
  recent: RecentChunks
  log: Log
  wake: Wake
  countRows: CountRows
  encoders: JobEncoders
  facts: Pick<DomainFactsService, 'lookUpAll' | 'resolversAnswer' | 'storedRegistry'>
  /** How long a chunk's failed look-ups are tried again. */
  lookupPatienceMs: number
}

type LoadedChunk = {
  job_id: string
  group_id: string | null
  user_id: string
  validate_domain: boolean
  unfinished: boolean
  chunks_left: number
  first_index: number
  row_count: number
  /** The job has no other chunk. */
  is_only: boolean
  /** Null once the chunk is done. */
  inputs: Buffer | null
}

const FAILURE = 'Processing failed repeatedly and was given up; committed results remain available.'

export async function runChunk(
  deps: ChunkDeps,
  task: ChunkTask,
  { cutShort }: Pick<TaskContext, 'cutShort'>,
): Promise<void> {
  const { db, log } = deps
  const chunk = await loadChunk(db, task, { cutShort })
  if (!chunk?.unfinished) return
  await runTask({
    log,
    isSetAside: isCutShortTooOften(cutShort),
    failures: task.failures,
    subject: { job_id: chunk.job_id, chunk_id: task.chunkId },
    complaint: 'a chunk failed',
    async work() {
      const chunksLeft = chunk.inputs ? await goOn(deps, task, chunk, chunk.inputs, cutShort) : chunk.chunks_left
      if (chunksLeft === 0) await finishJob(deps, chunk)
    },
    again: (failures, delaySeconds) => enqueueAgain(db, { ...task, failures }, delaySeconds),
    giveUp: () => failJob(db, chunk.job_id, FAILURE),
  })
}

/** Also moves the job from pending to processing: its first chunk starts here. A short list, run for the first time, is over sooner. */
async function loadChunk(
  db: Db,
  { chunkId, failures }: ChunkTask,
  { cutShort }: Pick<TaskContext, 'cutShort'>,
): Promise<LoadedChunk | undefined> {
  const isAtOnce = sql<boolean>`(${failures === undefined && cutShort === 0}::boolean AND chunks_left = 1 AND total <= ${CHUNK_ROWS} AND group_id IS NULL AND NOT validate_domain)`
  const { rows } = await sql<LoadedChunk>`
    WITH started AS (${startingJob(sql`(SELECT job_id FROM bulk_chunks WHERE id = ${chunkId})`, isAtOnce)})
    SELECT chunk.job_id, job.group_id, job.user_id, job.validate_domain, job.chunks_left, chunk.row_count = job.total AS is_only,
      ${jobStates.isUnfinished('job.status')} AND job.expires_at > now() AS unfinished,
      chunk.first_index, chunk.row_count, chunk.inputs
    FROM bulk_chunks chunk JOIN bulk_jobs job ON job.id = chunk.job_id WHERE chunk.id = ${chunkId}`.execute(db)
  return rows[0]
}

/**
 * Nearly always judges and stores the chunk at once; where runs were cut short, it first finds the rows that did it.
 * Answers how many chunks of the job are left; undefined when nothing is left to do for this task.
 */
async function goOn(
  deps: ChunkDeps,
  task: ChunkTask,
  chunk: LoadedChunk,
  packed: Buffer,
  cutShort: number,
): Promise<number | undefined> {
  const { db, log } = deps
  const { chunkId } = task
  const step = nextStep(chunk.row_count, task.isolation, cutShort)
  if (step.kind === 'judge') return validateChunk(deps, task, chunk, { chunkId, packed, leftOut: step.leftOut })
  log.warn({ job_id: chunk.job_id, chunk_id: chunkId, step: step.kind }, 'looking for a row that kills its process')
  if (step.kind === 'give_up') await failJob(db, chunk.job_id, FAILURE)
  else {
    if (step.kind === 'try') await judge(deps, chunk, { chunkId, packed, range: step.range })
    await enqueueAgain(db, { ...task, isolation: step.next }, 0)
  }
}

type PackedRows = { chunkId: string; packed: Buffer; range?: RowRange; leftOut?: readonly number[] }
/** `encoded`: for the export of a group. */
type Judged = Omit<JudgedChunk, 'rows'> & { encoded: EncodedChunk | undefined }

/** The rows are not returned: held across the wait for the database, they would survive and burden the garbage collector. */
async function judge(
  deps: ChunkDeps,
  chunk: Pick<LoadedChunk, 'user_id' | 'group_id' | 'validate_domain' | 'first_index'>,
  { chunkId, packed, range, leftOut }: PackedRows,
): Promise<Judged> {
  const { validate_domain, first_index, group_id } = chunk
  const inputs = unpackInputs(packed).slice(...(range ?? []))
  const unjudged = { chunkId, userId: chunk.user_id, inputs, leftOut, validateDomain: validate_domain }
  const { rows, ...judged } = await judgeChunk(deps, unjudged)
  return { ...judged, encoded: group_id === null ? undefined : deps.encoders(validate_domain)(first_index, rows) }
}

async function validateChunk(
  deps: ChunkDeps,
  task: ChunkTask,
  chunk: LoadedChunk,
  packedRows: PackedRows,
): Promise<number | undefined> {
  const { job_id, group_id, user_id, is_only } = chunk
  const { chunkId } = packedRows
  const { askedAgain = 0 } = task
  const registryBudgetMs = Math.min(deps.registryBudgetMs, askedAgain > 0 ? REGISTRY_BUDGET_AGAIN_MS : Infinity)
  const { encoded, ...judged } = await judge({ ...deps, registryBudgetMs }, chunk, packedRows)
  const delay = judged.unanswered > 0 ? delayBeforeAskingAgain(askedAgain, await patienceOf(deps)) : undefined
  if (delay !== undefined) {
    await enqueueAgain(deps.db, { ...task, askedAgain: askedAgain + 1 }, delay)
    return undefined
  }
  // A list of a single chunk is stored and completed at once.
  const completes = is_only && group_id === null ? job_id : undefined
  const event = eventOf({ chunkId, jobId: job_id, userId: user_id }, judged)
  const chunksLeft = await storeChunk(deps.db, { event, judged, completes })
  if (chunksLeft === undefined) return undefined
  noteStored(deps, event, judged)
  if (completes !== undefined) return undefined
  if (encoded) deps.recent.add(chunkId, encoded)
  return chunksLeft
}

export function eventOf(
  { chunkId, jobId, userId }: Pick<BulkValidated, 'chunkId' | 'jobId' | 'userId'>,
  { success, flags, candidateCount }: Pick<JudgedChunk, 'success' | 'flags' | 'candidateCount'>,
): BulkValidated {
  const units = { units: success, flags, candidateCount }
  return { kind: 'bulk', id: chunkId, userId, jobId, chunkId, ...units, ...tracesOf(currentTrace()) }
}

/** To be called after the commit. */
export function noteStored(
  { log, engine, countRows, wake }: Pick<ChunkDeps, 'log' | 'engine' | 'countRows' | 'wake'>,
  event: BulkValidated,
  judged: Pick<JudgedChunk, 'success' | 'errors'>,
): void {
  const { jobId, chunkId } = event
  log.info({ job_id: jobId, chunk_id: chunkId, data_version: engine.dataVersion }, 'a chunk of a job was judged')
  countRows(judged)
  if (judged.success > 0) wake([event])
}

type Finished = { event: BulkValidated; judged: Omit<Judged, 'encoded'>; completes: string | undefined }

/**
 * One statement, so that a crash leaves the chunk stored, counted and announced (and the job completed, if this is all of
 * it), or none of these. Answers how many chunks are left; undefined when another run has stored this chunk, or the job
 * has failed or expired, meanwhile: then nothing is stored.
 */
async function storeChunk(db: Db, { event, judged, completes }: Finished): Promise<number | undefined> {
  const { results, success, errors } = judged
  const released =
    completes === undefined ? sql`` : sql`, released AS (${releasingSlot(sql`(SELECT user_id FROM counted)`)})`
  const announced = success > 0 ? sql`, ${announcing(event, sql`counted`)}` : sql``
  const { rows } = await sql<{ chunks_left: number }>`
    WITH chunk AS (
      SELECT job_id FROM bulk_chunks WHERE id = ${event.chunkId} AND done_at IS NULL FOR UPDATE
    ), counted AS (${countingChunk({ success, errors, completes })}), stored AS (
      UPDATE bulk_chunks SET results = ${results}, inputs = NULL, done_at = now()
      FROM counted WHERE id = ${event.chunkId}
    )${released}${announced}
    SELECT chunks_left FROM counted`.execute(db)
  return rows[0]?.chunks_left
}

async function finishJob(deps: ChunkDeps, { job_id, validate_domain }: LoadedChunk): Promise<void> {
  if (validate_domain) await addLateRegistry(deps, job_id)
  await completeJob(deps.db, job_id)
}
