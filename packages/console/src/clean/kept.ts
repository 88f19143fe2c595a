// Submissions begun in this browser, so that a reload in the middle loses nothing and submits nothing twice: the same file with
// the same choices has the same key. No address and no token is kept.

import type { ListChoice } from '../worker/list.ts'

type Kept = {
  identity: string
  name: string
  key: string
  /** The list that the service keeps its parts in. */
  listId: string
  begunAt: number
  /** Groups of the parts that the service has, in order. */
  groupIds: string[]
  /** Whether the service has all of it. */
  isWhole: boolean
}

const STORE = 'mailsift.submissions'
const KEPT_MAX = 50
/** As long as the service keeps results. */
const LIFE_MS = 30 * 86_400_000

function read(): Kept[] {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? '[]') as Kept[]
    // Without a list: begun by an earlier version, which left nothing to continue.
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

/** `crypto.randomUUID` would do, but browsers hide it on plain-http pages. */
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

/** A list that is deleted is validated again when its file is chosen again. */
export function forgetList(listId: string): void {
  write(read().filter((kept) => kept.listId !== listId))
}

/** One whose file did not arrive, or of which that is not known. */
export const interruptedSubmission = (): Kept | undefined => read().findLast(({ isWhole }) => !isWhole)
