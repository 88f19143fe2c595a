// How long the work of a killed worker lies still, as the queue and the jobs themselves show it.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/database/database.ts'

export type Resumption = {
  /** How many tasks lost their worker. */
  interrupted: number
  /** From the death of its worker until somebody has the task again. */
  longestUntilTakenMs: number
  /** From the last death that touched a job until its next progress. */
  longestUntilProgressMs: number
}

export type ResumptionWatch = { stop(): Promise<Resumption> }

type Task = { id: string; pool: string | null; alive: boolean; missed_ms: number; owner: string }

const LOOK_EVERY_MS = 25

/** A worker is dead when it has missed a heartbeat, or its supervisor has noted that it ended. */
export function watchResumption(db: Db): ResumptionWatch {
  const waiting = new Map<string, { since: number; pool: string }>()
  const owners = new Map<string, number>()
  const found: Resumption = { interrupted: 0, longestUntilTakenMs: 0, longestUntilProgressMs: 0 }
  let stopping = false

  async function look(): Promise<void> {
    const tasks = await readTasks(db)
    const now = Date.now()
    const takenAgain = (id: string) => {
      found.longestUntilTakenMs = Math.max(found.longestUntilTakenMs, now - waiting.get(id)!.since)
      waiting.delete(id)
    }
    for (const { id, pool, alive, missed_ms, owner } of tasks) {
      const lost = waiting.get(id)
      if (lost && pool && pool !== lost.pool) takenAgain(id)
      // A process that has just started is taken for dead until it is announced.
      else if (alive) waiting.delete(id)
      if (!pool || alive || waiting.has(id)) continue
      waiting.set(id, { since: now - missed_ms, pool })
      owners.set(owner, now - missed_ms)
      found.interrupted++
    }
    const present = new Set(tasks.map(({ id }) => id))
    for (const id of waiting.keys()) if (!present.has(id)) takenAgain(id)
    for (const { id, updated } of await readOwners(db, [...owners.keys()])) {
      const since = owners.get(id)!
      if (updated.getTime() <= since) continue
      found.longestUntilProgressMs = Math.max(found.longestUntilProgressMs, updated.getTime() - since)
      owners.delete(id)
    }
  }

  const watching = (async () => {
    while (!stopping) {
      await look()
      // Fixed time: it takes samples.
      await sleep(LOOK_EVERY_MS)
    }
  })()
  return {
    async stop() {
      stopping = true
      await watching
      return found
    },
  }
}

async function readTasks(db: Db): Promise<Task[]> {
  const { rows } = await sql<Task>`
    SELECT task.id, task.locked_by AS pool, coalesce(chunk.job_id::text, payload->>'groupId') AS owner,
      coalesce(heartbeats.seen_at > now() - interval '5 seconds', false) AS alive,
      CASE WHEN isfinite(heartbeats.seen_at) THEN extract(epoch FROM now() - heartbeats.seen_at)::float8 * 1000 ELSE 0 END AS missed_ms
    FROM graphile_worker._private_jobs task JOIN graphile_worker._private_tasks kind ON kind.id = task.task_id
    LEFT JOIN heartbeats ON heartbeats.worker_id = task.locked_by
    LEFT JOIN bulk_chunks chunk ON chunk.id = (payload->>'chunkId')::uuid
    WHERE kind.identifier IN ('bulk.chunk', 'bulk.split', 'bulk.finalize')`.execute(db)
  return rows
}

async function readOwners(db: Db, ids: string[]): Promise<{ id: string; updated: Date }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; updated: Date }>`
    SELECT id, updated_at AS updated FROM bulk_jobs WHERE id = ANY (${ids}::uuid[])
    UNION ALL SELECT id, updated_at FROM bulk_groups WHERE id = ANY (${ids}::uuid[])`.execute(db)
  return rows
}
