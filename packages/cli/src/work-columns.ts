import type { Group, Job } from '@mailsift/sdk'
import type { Columns } from './listing.ts'
import { formatTime } from './table.ts'

/** Columns for submitted work of either kind. */
export const workColumns = (name: string): Columns<Job | Group> => [
  { name, of: ({ id }) => id },
  { name: 'STATUS', of: ({ status }) => status },
  { name: 'TOTAL', of: ({ total }) => total },
  { name: 'PROCESSED', of: ({ processed }) => processed },
  { name: 'ERRORS', of: ({ errors }) => errors },
  { name: 'SUBMITTED', of: ({ created_at }) => formatTime(created_at) },
]
