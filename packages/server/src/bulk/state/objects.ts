// The keys of bulk's objects in the blob store. Every attempt to end a job or a group has its own key for the CSV, and
// the transaction that ends it records which one counts. A losing attempt leaves an unreferenced object at most;
// `bulk.remove-orphans` deletes it. The ending names the format of the content: another format gets another ending, which `parseObjectKey`
// then has to know.
import { randomBytes } from 'node:crypto'

export const newJobCsvKey = (jobId: string) => `jobs/${jobId}.${attempt()}.csv`
export const newGroupCsvKey = (groupId: string) => `groups/${groupId}.${attempt()}.csv`
export const uploadKey = (uploadId: string) => `uploads/${uploadId}.csv`

export type BulkObject = { kind: 'job' | 'group' | 'upload'; id: string }

const KINDS = { jobs: 'job', groups: 'group', uploads: 'upload' } as const

export function parseObjectKey(key: string): BulkObject | undefined {
  const match = /^(jobs|groups|uploads)\/([0-9a-f-]{36})(?:\.[0-9a-f]{12})?\.csv$/.exec(key)
  return match ? { kind: KINDS[match[1] as keyof typeof KINDS], id: match[2]! } : undefined
}

function attempt(): string {
  return randomBytes(6).toString('hex')
}

/** A CSV as it lies in the store. */
export type StoredCsv = { key: string; size: number; sha256: string }
