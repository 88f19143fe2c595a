import type { ListDetail, ListStatus } from '@mailsift/sdk'

export const ENDS: readonly ListStatus[] = ['completed', 'partial', 'failed', 'expired']

export const listKey = (id: string) => ['list-of-service', id]

type Parts = Pick<ListDetail, 'submissions'>

/** The rows that are currently being validated again. */
export function runningRetry({ submissions }: Parts): { total: number; processed: number } | undefined {
  const running = submissions.filter(({ round, submission }) => round > 0 && !ENDS.includes(submission.status))
  if (running.length === 0) return undefined
  const sum = (field: 'total' | 'processed') => running.reduce((all, { submission }) => all + submission[field], 0)
  return { total: sum('total'), processed: sum('processed') }
}

/** The round to send rows in: the next one, or the last one if some of its parts were not sent. */
export function roundOf({ submissions }: Parts): number {
  const last = Math.max(0, ...submissions.map(({ round }) => round))
  const parts = submissions.filter(({ round }) => round === last)
  return last > 0 && parts.length < parts[0]!.parts ? last : last + 1
}
