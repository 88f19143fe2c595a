// Submissions started in this browser, so that a reload loses nothing and submits nothing twice: the same file with the
// same choices has the same key. Neither addresses nor tokens are stored.

import type { ListChoice } from '../worker/list.ts'

type Kept = {
  identity: string
  name: string
  key: string
  /** The list that contains its parts. */
  listId: string
  begunAt: number
  /** Groups of the submitted parts, in order. */
  groupIds: string[]
  /** Whether all parts have been submitted. */
  isWhole: boolean
}

const STORE = 'mailsift.submissions'
const KEPT_MAX = 50
/** The service's retention of results. */
const LIFE_MS = 30 * 86_400_000

function read(): Kept[] {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? '[]') as Kept[]
    // Entries without a list come from an earlier version and cannot be resumed.
    return kept.filter(({ begunAt, listId }) => listId && Date.now() - begunAt < LIFE_MS)
  } catch {
    return []
  }
}

const write = (kept: Kept[]) => localStorage.setItem(STORE, JSON.stringify(kept.slice(-KEPT_MAX)))

export function identityOf(file: File, choice: Omit<ListChoice, 'policy'>, withDomain: boolean): string {
  const { reading, columns, dedupe, fixTypos } = choice
  const chosen = [reading.sheet ?? '', columns, withDomain, dedupe, fixTypos]
  return JSON.stringify([
    ...[file.name, file.size, file.lastModified, ...chosen],
    ...[reading.separator, reading.encoding, reading.hasHeader],
  ])
}

export const findSubmission = (identity: string): Kept | undefined => read().find((kept) => kept.identity === identity)

/** Replaces `crypto.randomUUID`, which browsers disable on plain HTTP pages. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** RFC 9562 §5.4, a UUID of version 4. */
export const newListId = () => newKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')

export function beginSubmission(identity: string, name: string): Kept {
  const known = findSubmission(identity)
  if (known) return known
  const kept = { identity, name, key: newKey(), listId: newListId(), begunAt: Date.now(), groupIds: [], isWhole: false }
  write([...read(), kept])
  return kept
}

export function changeSubmission(identity: string, change: (kept: Kept) => Partial<Kept>): void {
  write(read().map((kept) => (kept.identity === identity ? { ...kept, ...change(kept) } : kept)))
}

export function forgetSubmission(identity: string): void {
  write(read().filter((kept) => kept.identity !== identity))
}

/** Forgets a deleted list, so that choosing its file again validates it again. */
export function forgetList(listId: string): void {
  write(read().filter((kept) => kept.listId !== listId))
}

/** A submission whose file did not arrive, or may not have. */
export const interruptedSubmission = (): Kept | undefined => read().findLast(({ isWhole }) => !isWhole)
