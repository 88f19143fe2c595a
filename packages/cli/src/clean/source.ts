// The CSV to clean: a file, or a stream that can be read only once. Either way its beginning is looked at first.
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { formatCount } from '@mailsift/command/table'
import { UPLOAD_MAX_BYTES } from '@mailsift/contract/limits'
import type { CsvSource } from '@mailsift/sdk'
import type { Context } from '../context.ts'
import { EXIT, Failure, usageError } from '../exit.ts'
import { spool } from './spool.ts'

export type Source = {
  /** What messages call it. */
  name: string
  head: Buffer
  /** The head is the whole of it. */
  isWhole: boolean
  /** Reads it from its beginning; to be called once. */
  read(): AsyncIterable<Uint8Array>
  /** Reads it instead for the SDK, which streams a file from the disk but holds a stream in memory. */
  upload<Result>(send: (csv: CsvSource) => Promise<Result>): Promise<Result>
}

const HEAD_BYTES = 64 * 1024

export async function openSource(
  { stdin, signal }: Pick<Context, 'stdin' | 'signal'>,
  operand: string,
): Promise<Source> {
  if (operand === '-') return openStream('stdin', stdin, signal)
  const found = await stat(operand)
  if (found.isDirectory()) throw usageError(`${operand} is a folder.`)
  const read = () => createReadStream(operand, { signal })
  // A named pipe, or /dev/stdin: gone once it is read.
  if (!found.isFile()) return openStream(operand, read(), signal)
  const { size } = found
  if (size === 0) throw usageError(`${operand} is empty.`)
  const head = await readHead(operand)
  return {
    name: basename(operand),
    head,
    isWhole: head.length === size,
    read,
    async upload(send) {
      if (size > UPLOAD_MAX_BYTES) throw tooLarge(operand)
      return send(operand)
    },
  }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function openStream(name: string, stream: NodeJS.ReadableStream, signal: AbortSignal): Promise<Source> {
  const rest = stream[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>
  const pieces: Buffer[] = []
  let length = 0
  let isWhole = false
  while (length < HEAD_BYTES && !isWhole) {
    const { done, value } = await rest.next()
    isWhole = done === true
    if (!done) {
      pieces.push(value)
      length += value.length
    }
  }
  if (length === 0) throw usageError(`${name} is empty.`)
  const head = Buffer.concat(pieces)
  async function* read() {
    yield head
    yield* rest
  }
  return {
    name,
    head,
    isWhole,
    read,
    upload: (send) => (isWhole ? send(new Blob([head])) : spool(upTo(UPLOAD_MAX_BYTES, name, read()), signal, send)),
  }
}

async function* upTo(mostBytes: number, name: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let length = 0
  for await (const piece of bytes) {
    length += piece.length
    if (length > mostBytes) throw tooLarge(name)
    yield piece
  }
}

function tooLarge(name: string): Failure {
  const limit = `${formatCount(UPLOAD_MAX_BYTES)} bytes`
  return new Failure(
    EXIT.service,
    `${name} is larger than ${limit}, which is the limit of the service. --local has none.`,
  )
}
