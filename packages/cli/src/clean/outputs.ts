// Outputs of cleaned rows: stdout, a file, a file for each status, or a .zip of these. A file is created or replaced
// only when all of them are complete; until then they are temporary files in the same folder.
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { type LineTarget, toUtf8 } from '@mailsift/clean/lines'
import { STATUSES, type Status } from '@mailsift/clean/status'
import { createWorkbook, type Workbook, type WorkbookOptions } from '@mailsift/clean/workbook'
import { toZip } from '@mailsift/clean/zip'
import { type CsvOutput, createOutput, lastBytes, OUTPUT_FLUSH_BYTES, takeBytes } from '@mailsift/csv/write'
import type { WrittenEncoding } from '@mailsift/intake/encodings'
import { BOMS, encodeText } from '@mailsift/intake/text'
import { type Context, print } from '../context.ts'
import { findTarget, isParquetName, isStdout, isWorkbookName, isZipName, named, partOf } from '../output.ts'

type WriteLine = (target: LineTarget) => void

export type Outputs = {
  /** Resolves when the output can accept more. */
  append(status: Status, write: WriteLine): Promise<void> | undefined
  /** Appends the line to every output file, empty ones included. */
  appendToAll(write: WriteLine): void
  /** Puts the files in place. */
  finish(tail: Uint8Array): Promise<void>
  /** Deletes the temporary files and leaves existing files unchanged. */
  abandon(): Promise<void>
}

export type OutputOptions = {
  target: string | undefined
  isSplit: boolean
  encoding: () => WrittenEncoding
  hasBom: boolean
  /** For .xlsx files. */
  workbook: WorkbookOptions
  /** For .parquet files, which DuckDB makes of the CSV. */
  toParquet(csv: string, output: string): Promise<void>
}

type Target = {
  path: string
  part: string
  handle: FileHandle | undefined
  buffer: Buffered
  /** Converts the CSV to .xlsx. */
  workbook?: Workbook | undefined
  /** The rows, before DuckDB makes the Parquet file of them. */
  csv?: string
}
type Buffered = {
  append(write: WriteLine): void
  isFull(): boolean
  take(): Uint8Array
}

/** `contacts.csv` → `contacts.safe.csv`. */
function splitName(target: string, status: Status): string {
  const at = target.lastIndexOf('.')
  return at > target.lastIndexOf('/') + 1
    ? `${target.slice(0, at)}.${status}${target.slice(at)}`
    : `${target}.${status}`
}

export function targetsOf(target: string | undefined, isSplit: boolean): string[] {
  if (isStdout(target)) return []
  return isSplit && !isZipName(target) ? STATUSES.map((status) => splitName(target, status)) : [target]
}

export async function openOutputs(
  context: Pick<Context, 'stdout' | 'signal'>,
  options: OutputOptions,
): Promise<Outputs> {
  const { target, encoding, hasBom, workbook, toParquet } = options
  const isZip = isZipName(target)
  const isSplit = options.isSplit || isZip
  /** The files to put in place. */
  const files: Target[] = []
  /** Members of a .zip are separate files first: they grow in parallel, but a .zip contains them one after another. */
  const members: Target[] = []
  try {
    for (const path of targetsOf(target, isSplit)) {
      const opened = isParquetName(path) ? await openParquet(path, encoding) : await openTarget(path, encoding)
      files.push(isWorkbookName(path) ? { ...opened, workbook: createWorkbook(workbook) } : opened)
    }
    if (isZip) for (const status of STATUSES) members.push(await openMember(files[0]!, status, encoding))
  } catch (error) {
    await abandonAll([...files, ...members])
    throw error
  }
  const targets = isZip ? members : [...files]
  if (targets.length === 0) targets.push({ path: '-', part: '', handle: undefined, buffer: buffered(encoding) })
  const byStatus = new Map(STATUSES.map((status, at) => [status, targets[isSplit ? at : 0]!]))
  let isMarked = false

  /** Writes everything: when a disk is nearly full, a write may be partial without an error. */
  async function write({ handle, path }: Target, bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return
    if (handle)
      await handle.writeFile(bytes).catch((error: unknown) => {
        throw named(path, error)
      })
    else await print(context, bytes)
    context.signal.throwIfAborted()
  }

  async function mark(): Promise<void> {
    isMarked = true
    if (hasBom) for (const each of targets) if (!each.workbook && !each.csv) await write(each, BOMS[encoding()])
  }

  async function flushMarked(target: Target): Promise<void> {
    if (!isMarked) await mark()
    const bytes = target.buffer.take()
    for (const piece of target.workbook ? await target.workbook.push(bytes) : [bytes]) await write(target, piece)
  }

  return {
    append(status, write) {
      const wanted = byStatus.get(status)!
      wanted.buffer.append(write)
      return wanted.buffer.isFull() ? flushMarked(wanted) : undefined
    },
    appendToAll(write) {
      for (const { buffer } of targets) buffer.append(write)
    },
    async finish(tail) {
      try {
        for (const each of targets) {
          await flushMarked(each)
          if (each.workbook) for (const piece of await each.workbook.end()) await write(each, piece)
          else await write(each, tail)
        }
        if (isZip) for await (const piece of zipOf(members)) await write(files[0]!, piece)
        for (const { handle, part, path } of files) {
          if (part) await handle?.datasync().catch((error: unknown) => failUnlessUnknown(path, error))
          await handle?.close()
        }
        for (const { csv, part } of files) if (csv) await toParquet(csv, part)
        for (const { path, part } of files) if (part) await rename(part, (await findTarget(path)).path)
        for (const { csv } of files) if (csv) await rm(csv)
        await abandonAll(members)
      } catch (error) {
        await abandonAll([...files, ...members])
        throw error
      }
    },
    abandon: () => abandonAll([...files, ...members]),
  }
}

/** A full disk may be reported only by fsync, which some file systems do not support. */
function failUnlessUnknown(path: string, error: unknown): void {
  const { code = '' } = error as NodeJS.ErrnoException
  if (!['EINVAL', 'ENOSYS', 'ENOTSUP'].includes(code)) throw named(path, error)
}

async function openTarget(target: string, encoding: () => WrittenEncoding): Promise<Target> {
  const { path, before } = await findTarget(target)
  // Devices and pipes are written to, never replaced.
  const isFile = !before || before.isFile()
  const part = isFile ? partOf(path) : ''
  try {
    const handle = await open(part || path, 'w', before?.mode ?? 0o666)
    return { path: target, part, handle, buffer: buffered(encoding) }
  } catch (error) {
    throw named(target, error)
  }
}

async function openParquet(target: string, encoding: () => WrittenEncoding): Promise<Target> {
  const { path } = await findTarget(target)
  const csv = partOf(`${path}.csv`)
  const handle = await open(csv, 'w', 0o600).catch((error: unknown) => {
    throw named(target, error)
  })
  return { path: target, part: partOf(path), handle, csv, buffer: buffered(encoding) }
}

async function openMember(zip: Target, status: Status, encoding: () => WrittenEncoding): Promise<Target> {
  const { path } = await findTarget(zip.path)
  const part = partOf(`${path}.${status}`)
  const handle = await open(part, 'w', 0o600).catch((error: unknown) => {
    throw named(zip.path, error)
  })
  return {
    path: splitName(basename(zip.path).replace(/\.zip$/i, '.csv'), status),
    part,
    handle,
    buffer: buffered(encoding),
  }
}

const zipOf = (members: readonly Target[]) =>
  toZip(members.map(({ path, part }) => ({ name: path, bytes: () => createReadStream(part) })))

async function abandonAll(targets: readonly Target[]): Promise<void> {
  for (const { handle, part, csv } of targets) {
    await handle?.close().catch(() => undefined)
    for (const path of [part, csv]) if (path) await rm(path, { force: true })
  }
}

/**
 * UTF-8 is written directly as bytes; for any other encoding, text is buffered. The encoding may be known only late,
 * when a list that was ASCII so far contains its first other letter.
 */
function buffered(encoding: () => WrittenEncoding): Buffered {
  const output = createOutput()
  const scratch = createOutput(4096)
  let text = ''
  const asBytes = toUtf8(output)
  const asText: LineTarget = {
    text(piece) {
      text += piece
    },
    cells(columns, row) {
      columns.write(scratch, row)
      text += takeText(scratch)
    },
  }
  return {
    append(write) {
      if (encoding() === 'utf-8') return write(asBytes)
      text += takeText(output)
      write(asText)
    },
    isFull: () => Math.max(output.length, text.length) >= OUTPUT_FLUSH_BYTES,
    take() {
      if (encoding() === 'utf-8') return takeBytes(output)
      const bytes = encodeText(text + takeText(output), encoding())
      text = ''
      return bytes
    },
  }
}

function takeText(output: CsvOutput): string {
  const text = lastBytes(output).toString('utf8')
  output.length = 0
  return text
}
