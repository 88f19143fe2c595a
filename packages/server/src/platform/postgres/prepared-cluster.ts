// A database with the schema of this version in it and no row of anybody's, in one file of 2 MB: unpacking it takes a tenth of the time
// that making it does.
import {
  chmodSync,
  chownSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Written when the packages are installed. */
export const PREPARED_CLUSTER = new URL('../../../dist/cluster.zst', import.meta.url)

/** A folder, or a file: its content stands at a place in the contents, and what its size has beyond that is zeros. */
type Entry = { path: string; file?: { size: number; at: number; bytes: number } }
type Cluster = { entries: Entry[]; contents: Buffer }

const LENGTH_BYTES = 4
/** More than all contents: unpacked in one piece, not in thousands that are joined. */
const CHUNK_BYTES = 64 << 20

/** `made` says what the cluster was made by and for; only the same takes it up again. */
export function packCluster(folder: string, made: string): Buffer {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = found.map((entry) => ({ isFile: entry.isFile(), path: join(entry.parentPath, entry.name) }))
  const entries: Entry[] = []
  const contents: Buffer[] = []
  // The databases of a cluster have most of their files in common.
  const places = new Map<string, number>()
  let end = 0
  for (const { isFile, path } of paths.sort((one, other) => (one.path < other.path ? -1 : 1))) {
    const entry: Entry = { path: path.slice(folder.length + 1) }
    entries.push(entry)
    if (!isFile) continue
    const all = readFileSync(path)
    const content = withoutZeros(all)
    const text = content.toString('latin1')
    const at = places.get(text) ?? end
    entry.file = { size: all.length, at, bytes: content.length }
    if (at < end) continue
    places.set(text, at)
    contents.push(content)
    end += content.length
  }
  const header = Buffer.from(JSON.stringify({ made, entries }))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(header.length)
  return zstdCompressSync(Buffer.concat([length, header, ...contents]), {
    params: { [constants.ZSTD_c_checksumFlag]: 1 },
  })
}

/** The mode does not follow the umask: another user may run the service, and only the owner of its code may change what it begins with. */
export function writePrepared(file: URL, packed: Buffer): void {
  const path = fileURLToPath(file)
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, packed, { mode: 0o600 })
  chmodSync(draft, 0o644)
  renameSync(draft, path)
}

/** Undefined where there is none, a damaged one, or another one. */
export function readPrepared(file: URL, made: string): Cluster | undefined {
  try {
    const all = zstdDecompressSync(readFileSync(file), { chunkSize: CHUNK_BYTES })
    const start = LENGTH_BYTES + all.readUInt32LE()
    const header = JSON.parse(all.toString('utf8', LENGTH_BYTES, start)) as { made: string; entries: Entry[] }
    return header.made === made ? { entries: header.entries, contents: all.subarray(start) } : undefined
  } catch {
    return undefined
  }
}

/** PostgreSQL refuses a folder that others may enter, or that is not its user's. */
export function unpackCluster(
  { entries, contents }: Cluster,
  folder: string,
  { uid, gid }: { uid?: number; gid?: number },
): void {
  const own = (path: string) => uid !== undefined && gid !== undefined && chownSync(path, uid, gid)
  mkdirSync(folder, { mode: 0o700 })
  own(folder)
  for (const { path, file } of entries) {
    const target = join(folder, path)
    if (file) writeNew(target, contents.subarray(file.at, file.at + file.bytes), file.size)
    else mkdirSync(target, { mode: 0o700 })
    own(target)
  }
}

function writeNew(path: string, content: Buffer, size: number): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    for (let written = 0; written < content.length; ) written += writeSync(file, content, written)
    if (size > content.length) ftruncateSync(file, size)
  } finally {
    closeSync(file)
  }
}

function withoutZeros(content: Buffer): Buffer {
  let end = content.length
  while (end > 0 && content[end - 1] === 0) end--
  return content.subarray(0, end)
}
