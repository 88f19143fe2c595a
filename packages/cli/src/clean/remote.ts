// Addresses judged by the service. Only they are sent, one a row; everything else of a list stays here, and what comes back is
// put beside the rows again. A list that is too long for one submission becomes several.
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CSV_RECORDS_MAX_COUNT, UPLOAD_MAX_BYTES } from '@mailsift/contract/limits'
import { createRecordReader } from '@mailsift/intake/records'
import { CsvRefusedError, type Group, type GroupStatus, isApiError, type Mailsift } from '@mailsift/sdk'
import type { Context } from '../context.ts'
import { EXIT, Failure, usageError } from '../exit.ts'
import type { Progress } from '../progress.ts'

export type RemoteDeps = Pick<Context, 'signal'> & { mailsift: Mailsift; progress: Progress }

/** The cells of an answer, by the names of the contract. */
export type RemoteAnswer = { errorCode: string; cells: string[]; flags: { [flag: string]: string } }

export type Part = { path: string; count: number }

/** Spooled addresses take no more than this: an address may have 320 letters, each of them four bytes. */
const PART_MAX_BYTES = UPLOAD_MAX_BYTES - 4096
const HEADER = 'email'

/** Puts the addresses on the disk, readable for their owner alone, in parts that the service takes. */
export async function spoolAddresses<Result>(
  addresses: AsyncIterable<string>,
  signal: AbortSignal,
  use: (parts: Part[]) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-'))
  const parts: Part[] = []
  const source = addresses[Symbol.asyncIterator]()
  let next = await source.next()
  async function* onePart(part: Part) {
    let text = `${HEADER}\n`
    let bytes = 0
    for (; !next.done && part.count < CSV_RECORDS_MAX_COUNT && bytes < PART_MAX_BYTES; next = await source.next()) {
      const line = `${csvCell(next.value)}\n`
      part.count++
      bytes += Buffer.byteLength(line)
      text += line
      if (text.length < 64 * 1024) continue
      yield text
      text = ''
    }
    yield text
  }
  try {
    while (!next.done) {
      const part = { path: join(folder, `part-${parts.length + 1}.csv`), count: 0 }
      await pipeline(onePart(part), createWriteStream(part.path, { flags: 'wx', mode: 0o600 }), { signal })
      parts.push(part)
    }
    return await use(parts)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const csvCell = (text: string) => (/[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export type SubmitOptions = {
  name: string
  validateDomain: boolean
  /** Those that were submitted before, in order. */
  submitted: readonly string[]
  onSubmitting(): void
  onSubmitted(id: string): void
}

/** Submits one part after the other; where the service takes no more at a time, waits until the oldest is done. */
export async function submitParts(deps: RemoteDeps, parts: readonly Part[], options: SubmitOptions): Promise<string[]> {
  const { mailsift, progress, signal } = deps
  const ids = [...options.submitted]
  if (ids.length > parts.length)
    throw usageError(`The list has ${parts.length} parts, but ${ids.length} groups were named with --resume.`)
  for (let at = ids.length; at < parts.length; at++) {
    const of = parts.length > 1 ? ` (${at + 1} of ${parts.length})` : ''
    progress.update(`Uploading ${options.name}${of}`)
    const filename = `${options.name.replaceAll(/[\p{Cc}/\\]/gu, '_').slice(0, 180)}${of}`
    const settings = {
      emailColumn: HEADER,
      validateDomain: options.validateDomain,
      filename,
      signal,
      onSubmitting: options.onSubmitting,
    }
    let waitedFor = 0
    for (;;) {
      try {
        const { id } = await mailsift.csv.submit(parts[at]!.path, settings)
        ids.push(id)
        options.onSubmitted(id)
        break
      } catch (error) {
        if (!isApiError(error, 'too_many_unfinished') || waitedFor >= ids.length) throw error
        await waitFor(deps, ids[waitedFor++]!, of)
      }
    }
  }
  return ids
}

const PHASES: Partial<Record<GroupStatus, string>> = {
  queued: 'Waiting',
  parsing: 'Reading the file',
  finalizing: 'Writing the results',
}

export async function waitFor(
  { mailsift, progress, signal }: RemoteDeps,
  id: string,
  of = '',
): Promise<Group & { result_prefix: string }> {
  const group = await mailsift.groups.wait(id, {
    signal,
    onProgress({ status, processed, total }) {
      if (status === 'processing') progress.update(`Validating${of}`, processed, total)
      else if (PHASES[status]) progress.update(PHASES[status] + of)
    },
  })
  if (group.status === 'failed') throw new CsvRefusedError(group)
  const { result_prefix } = group
  if (result_prefix === null) throw new Failure(EXIT.service, 'The service did not name the columns of its answers.')
  return { ...group, result_prefix }
}

/** The answers of all groups in order, one for each address that was sent. */
export async function* readAnswers(
  deps: RemoteDeps,
  ids: readonly string[],
  onGroup: (group: Group) => void,
): AsyncGenerator<{ address: string; answer: RemoteAnswer }, void> {
  for (const [at, id] of ids.entries()) {
    const group = await waitFor(deps, id, ids.length > 1 ? ` (${at + 1} of ${ids.length})` : '')
    onGroup(group)
    yield* readGroup(deps.mailsift.groups.download(id, { signal: deps.signal }), group.result_prefix)
  }
}

async function* readGroup(
  csv: AsyncIterable<Uint8Array>,
  prefix: string,
): AsyncGenerator<{ address: string; answer: RemoteAnswer }, void> {
  const reader = createRecordReader({ separator: ',', columns: 'all', width: Number.MAX_SAFE_INTEGER })
  const decoder = new TextDecoder()
  let names: string[] | undefined
  let errorAt = -1
  let flagsAt: [name: string, at: number][] = []
  const batches = async function* () {
    for await (const piece of csv) yield reader.push(decoder.decode(piece, { stream: true }))
    yield reader.end()
  }
  for await (const batch of batches())
    for (const { cells } of batch) {
      if (!names) {
        names = cells as string[]
        errorAt = names.indexOf(`${prefix}error.code`)
        const flagPrefix = `${prefix}validations.`
        flagsAt = names.flatMap((name, at) =>
          name.startsWith(flagPrefix) ? [[name.slice(flagPrefix.length), at]] : [],
        )
        continue
      }
      const flags = Object.fromEntries(flagsAt.map(([name, at]) => [name, cells[at] ?? '']))
      const answer = { errorCode: cells[errorAt] ?? '', cells: cells.slice(1).map((cell) => cell ?? ''), flags }
      yield { address: cells[0] ?? '', answer }
    }
}
