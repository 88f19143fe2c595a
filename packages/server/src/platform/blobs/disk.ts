// Objects as files of one machine: `objects/<key>`, beside `incoming/` for what is still being written.
import { link, mkdir, open, opendir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../data-folder/sync-folder.ts'
import { refuseInTransaction } from '../database/open-transaction.ts'
import { type BlobInfo, type BlobStore, checkKey, uploadHeaders, type WriteOutcome } from './blobs.ts'
import { type LinkAction, signLink, verifyLink } from './signed-links.ts'
import { onDisk, removeSpooled, unlessMissing, withFolder, withSpooled } from './spool.ts'
import { expectBody, type UploadRefusal, UploadRefusedError } from './upload-body.ts'

export type DiskBlobsOptions = {
  folder: string
  /** The URL of this service below which its routes for links answer, followed by `/<key>?<query>`. */
  linkBaseUrl: string
  /** The first signs the links, all of them are good; the same on every node. */
  secrets: readonly Buffer[]
  /** How long a client may be silent in the middle of its upload. */
  uploadStallMs: number
}

/** The store and what the service's own routes need of it, which an object store does for itself. */
export type DiskBlobs = BlobStore & {
  /** The parameters that a link was signed with; undefined for any other. */
  checkLink(action: LinkAction, key: string, query: string): URLSearchParams | undefined
  acceptUpload(key: string, size: number, body: AsyncIterable<Uint8Array>): Promise<UploadOutcome>
}
export type UploadOutcome = WriteOutcome | { outcome: 'refused'; refusal: UploadRefusal }

export function createDiskBlobs({ folder, linkBaseUrl, secrets, uploadStallMs }: DiskBlobsOptions): DiskBlobs {
  const objectsFolder = join(folder, 'objects')
  const incomingFolder = join(folder, 'incoming')

  function pathOf(key: string): string {
    checkKey(key)
    return join(objectsFolder, key)
  }

  async function write(key: string, source: AsyncIterable<Uint8Array>): Promise<WriteOutcome> {
    const path = pathOf(key)
    return withSpooled(incomingFolder, source, async ({ path: spooled, size, sha256 }) => {
      const linked = await onDisk(linkOnce(spooled, path))
      return linked ? { outcome: 'stored', size, sha256 } : { outcome: 'exists' }
    })
  }

  return {
    write,

    async read(key, { start = 0, end, version } = {}) {
      const path = pathOf(key)
      const info = await describe(key, path)
      if (version !== undefined && version !== info?.version) return undefined
      const file = await onDisk(unlessMissing(open(path)))
      return file?.createReadStream({ start, ...(end !== undefined && { end: end - 1 }) })
    },

    async stat(key) {
      return describe(key, pathOf(key))
    },

    async delete(key) {
      await onDisk(rm(pathOf(key), { force: true }))
    },

    list(prefix) {
      return listBelow(objectsFolder, '', prefix)
    },

    async reserveUpload(key, { size, expiresAtMs }) {
      checkKey(key)
      const query = signLink(secrets[0]!, 'upload', key, { size: String(size) }, expiresAtMs)
      return { url: `${linkBaseUrl}/${key}?${query}`, headers: uploadHeaders(size) }
    },

    async downloadLink(key, { fileName, expiresAtMs }) {
      checkKey(key)
      return `${linkBaseUrl}/${key}?${signLink(secrets[0]!, 'download', key, { name: fileName }, expiresAtMs)}`
    },

    checkLink: (action, key, query) => verifyLink(secrets, action, key, query),

    async acceptUpload(key, size, body) {
      // Asked first: a client need not send a whole file to learn that it exists.
      if (await onDisk(unlessMissing(stat(pathOf(key))))) return { outcome: 'exists' }
      try {
        return await write(key, expectBody(body, { size, stallMs: uploadStallMs }))
      } catch (error) {
        if (error instanceof UploadRefusedError) return { outcome: 'refused', refusal: error.refusal }
        throw error
      }
    },

    removeAbandoned: (beforeMs) => removeSpooled(incomingFolder, beforeMs),
    close: () => undefined,
  }
}

/** A rename would overwrite; a link is made by one of all who try. It lasts once its folder is on the disk too. */
async function linkOnce(from: string, to: string): Promise<boolean> {
  let folder = dirname(to)
  let firstNewFolder: string | undefined
  try {
    await withFolder(
      () => link(from, to),
      async () => {
        firstNewFolder = await mkdir(folder, { recursive: true, mode: 0o700 })
      },
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  await syncFolder(folder)
  while (firstNewFolder && folder.startsWith(firstNewFolder)) {
    folder = dirname(folder)
    await syncFolder(folder)
  }
  return true
}

async function describe(key: string, path: string): Promise<BlobInfo | undefined> {
  const info = await onDisk(unlessMissing(stat(path)))
  return info && { key, size: info.size, modifiedAtMs: info.mtimeMs, version: versionOf(info.size) }
}

/** A file is never changed under its name, so its size says all there is to say; times may not survive a restored backup. */
function versionOf(size: number): string {
  return String(size)
}

async function* listBelow(folder: string, path: string, prefix: string): AsyncGenerator<BlobInfo, void> {
  refuseInTransaction('use the file store')
  const entries = await onDisk(unlessMissing(opendir(folder)))
  if (!entries) return
  for await (const entry of entries) {
    const key = path + entry.name
    if (entry.isDirectory()) {
      const below = `${key}/`
      if (below.startsWith(prefix) || prefix.startsWith(below))
        yield* listBelow(join(folder, entry.name), below, prefix)
    } else if (key.startsWith(prefix)) {
      const info = await describe(key, join(folder, entry.name))
      if (info) yield info
    }
  }
}
