// The list to clean: a file, or a stream that can be read only once.
import { createReadStream, createWriteStream, openAsBlob, type Stats } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Source } from '@mailsift/intake/list'
import type { Context } from '../context.ts'
import { usageError } from '../exit.ts'
import { isParquetName } from '../output.ts'
import { runDuckDb } from './parquet.ts'

export type Input = Source & {
  /** The name in messages. */
  name: string
  /** The operand that a later call can use; `-` for a stream. */
  operand: string
  /** Undefined for a stream. */
  stats: Stats | undefined
  /** Read as the CSV that DuckDB makes of it. */
  isParquet: boolean
  /** Deletes what was stored of a stream. */
  close(): Promise<void>
}

const READ_BYTES = 64 * 1024

/** `isReadAgain`: a stream is first stored in a file that only its owner can read. */
export async function openInput(
  { stdin, signal }: Pick<Context, 'stdin' | 'signal'>,
  operand: string,
  isReadAgain: boolean,
  /** Numbers the rows of a Parquet file. */
  isNumbered = false,
): Promise<Input> {
  if (isParquetName(operand)) return openParquet(signal, operand, isNumbered)
  const stats = operand === '-' ? undefined : await stat(operand)
  if (stats?.isDirectory()) throw usageError(`${operand} is a folder.`)
  const isParquet = false
  if (stats?.isFile())
    return { ...fileSource(operand, signal), name: basename(operand), operand, stats, isParquet, close: async () => {} }
  // A named pipe or /dev/stdin can be read only once.
  const stream = operand === '-' ? stdin : createReadStream(operand, { signal })
  const name = operand === '-' ? 'stdin' : operand
  if (!isReadAgain)
    return { ...streamSource(stream), name, operand: '-', stats: undefined, isParquet, close: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-'))
  const close = () => rm(folder, { recursive: true, force: true })
  const path = join(folder, 'piped')
  try {
    await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
  } catch (error) {
    await close()
    // The write error itself does not say which disk is full.
    throw (error as NodeJS.ErrnoException).syscall === 'write' ? Object.assign(error as Error, { path }) : error
  }
  return { ...fileSource(path, signal), name, operand: '-', stats: undefined, isParquet, close }
}

async function openParquet(signal: AbortSignal, operand: string, isNumbered: boolean): Promise<Input> {
  // Other files are named by URL, which DuckDB knows.
  const stats = operand.includes('://') ? undefined : await stat(operand)
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-'))
  const close = () => rm(folder, { recursive: true, force: true })
  const csv = join(folder, 'rows.csv')
  try {
    await runDuckDb({ signal }, { to: 'csv', input: operand, csv, isNumbered })
  } catch (error) {
    await close()
    throw error
  }
  return { ...fileSource(csv, signal), name: basename(operand), operand, stats, isParquet: true, close }
}

function fileSource(path: string, signal: AbortSignal): Source {
  return {
    read: () => createReadStream(path, { signal, highWaterMark: READ_BYTES }),
    blob: () => openAsBlob(path),
  }
}

/** Keeps the beginning of a stream until it is known to be text. */
function streamSource(stream: NodeJS.ReadableStream): Source {
  const rest = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const kept: Buffer[] = []
  async function* read() {
    for (;;) {
      const { done, value } = await rest.next()
      if (done) return
      if (kept.length * READ_BYTES < 2 * READ_BYTES) kept.push(value)
      yield value
    }
  }
  return {
    read,
    async blob() {
      const pieces = [...kept]
      for (let next = await rest.next(); !next.done; next = await rest.next()) pieces.push(next.value)
      return new Blob(pieces)
    },
  }
}
