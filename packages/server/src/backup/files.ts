// The files of the blob store, each copied once: an object never changes under its key.
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { BlobInfo, BlobStore } from '../platform/blobs/blobs.ts'
import { KEYS, type Part } from './manifest.ts'
import { readAll, readable, readPart, readParts, writeOnce, writeParts } from './parts.ts'

const AT_ONCE = 4

/** Copies what is not among the copies yet and adds it to them. One that is deleted during the copy is left out. */
export async function copyFiles(
  from: BlobStore,
  to: BlobStore,
  copies: Map<string, Part>,
  onCopied: () => void,
): Promise<void> {
  await eachAtOnce(from.list(''), async ({ key }) => {
    if (copies.has(key)) return
    const body = await from.read(key)
    if (!body) return
    const content = readable(body, (reason) => unreadable(key, reason))
    copies.set(key, await writeOnce(to, `${KEYS.files}${key}`, content))
    onCopied()
  })
}

function unreadable(key: string, reason: string): string {
  return `The stored file ${key} cannot be read (${reason}), so the backup is not finished. Fix the file store, or remove this file, and run the same command again.`
}

export async function writeFileList(place: BlobStore, copies: ReadonlyMap<string, Part>): Promise<Part[]> {
  async function* lines() {
    for (const part of copies.values()) yield Buffer.from(`${JSON.stringify(part)}\n`)
  }
  return writeParts(place, KEYS.fileList, lines())
}

async function* readFileList(place: BlobStore, list: readonly Part[]): AsyncGenerator<Part> {
  const lines = createInterface({ input: Readable.from(readParts(place, list)), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) yield JSON.parse(line) as Part
}

export async function restoreFiles(place: BlobStore, to: BlobStore, list: readonly Part[], onCopied: () => void) {
  await eachAtOnce(readFileList(place, list), async (part) => {
    await writeOnce(to, part.key.slice(KEYS.files.length), readPart(place, part))
    onCopied()
  })
}

export async function checkFiles(place: BlobStore, list: readonly Part[], onChecked: () => void): Promise<number> {
  let count = 0
  await eachAtOnce(readFileList(place, list), async (part) => {
    await readAll(readPart(place, part))
    count++
    onChecked()
  })
  return count
}

/** The first fault ends all of it; what is under way is waited for. */
async function eachAtOnce<T extends BlobInfo | Part>(items: AsyncIterable<T>, work: (item: T) => Promise<void>) {
  const queue = items[Symbol.asyncIterator]()
  let taking: Promise<IteratorResult<T>> | undefined
  // An iterator of a store answers one question at a time.
  function take(): Promise<IteratorResult<T>> {
    const next = (taking ?? Promise.resolve()).then(() => queue.next())
    taking = next
    return next
  }
  let hasFailed = false
  async function run(): Promise<void> {
    try {
      for (let next = await take(); !next.done && !hasFailed; next = await take()) await work(next.value)
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, run))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
