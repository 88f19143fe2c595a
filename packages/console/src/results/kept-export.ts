import { STATUSES, type Status } from '@mailsift/clean/status'
import { readKept, writeKept } from '../parts/kept.ts'

const KEY = 'mailsift.export'

type KeptExport = {
  statuses: readonly Status[]
  /** Names of result columns, in order. */
  ours: readonly string[]
}

/** The last export in this browser. */
export function keptExport(): Partial<KeptExport> {
  const { statuses, ours } = readKept(KEY)
  return {
    ...(Array.isArray(statuses) && { statuses: STATUSES.filter((status) => statuses.includes(status)) }),
    ...(Array.isArray(ours) && { ours: ours.filter((name) => typeof name === 'string') }),
  }
}

export const keepExport = (kept: KeptExport) => writeKept(KEY, kept)
