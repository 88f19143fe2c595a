/** The names of bulk's objects in the blob store. */
export const jobCsvKey = (jobId: string) => `jobs/${jobId}.csv`
export const groupCsvKey = (groupId: string) => `groups/${groupId}.csv`
export const uploadKey = (uploadId: string) => `uploads/${uploadId}.csv`

export type BulkObject = { kind: 'job' | 'group' | 'upload'; id: string }

const KINDS = { jobs: 'job', groups: 'group', uploads: 'upload' } as const

export function parseObjectKey(key: string): BulkObject | undefined {
  const match = /^(jobs|groups|uploads)\/([0-9a-f-]{36})\.csv$/.exec(key)
  return match ? { kind: KINDS[match[1] as keyof typeof KINDS], id: match[2]! } : undefined
}
