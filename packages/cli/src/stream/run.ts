// stdin → records → results → stdout, with backpressure. Each piece is processed as soon as it arrives, because a
// database waits for its rows before it sends more.
import { printable } from '@mailsift/command/printable'
import { type Context, print } from '../context.ts'
import { EXIT, type ExitCode, usageError } from '../exit.ts'
import { mapInOrder } from '../in-order.ts'
import { loadLocalEngine } from '../local-engine.ts'
import { quoted, readCsvHeader } from './formats/csv.ts'
import { readTsvHeader } from './formats/tsv.ts'
import { positionOf, type StreamPlan } from './options.ts'
import { createBatchProcessor } from './process-batch.ts'
import type { Batch, StreamSettings } from './settings.ts'
import { createSplitter } from './split.ts'
import { startThreads } from './threads.ts'

/** Batches per thread, in work or queued: enough that it never waits for the next. */
const BATCHES_PER_THREAD = 2

type BatchHandler = { handle(batch: Batch): Promise<Uint8Array>; stop(): Promise<void> }

export async function runStream(context: Context, plan: StreamPlan): Promise<ExitCode> {
  const batches = readBatches(context, plan)
  let settings: StreamSettings
  if (plan.hasHeader) {
    const { value: header } = await batches.next()
    if (!header) return EXIT.ok
    const table = readHeader(plan, header)
    settings = table.settings
    await print(context, table.line)
  } else settings = { ...plan, width: 0, column: columnWithoutHeader(plan) }

  const { handle, stop } = plan.threads === 1 ? await handleHere(settings) : startThreads(plan.threads, settings)
  const concurrency = plan.threads === 1 ? 1 : BATCHES_PER_THREAD * plan.threads
  try {
    for await (const bytes of mapInOrder(batches, concurrency, handle)) await print(context, bytes)
  } finally {
    await stop()
  }
  return EXIT.ok
}

async function handleHere(settings: StreamSettings): Promise<BatchHandler> {
  const process = createBatchProcessor(await loadLocalEngine(), settings)
  return { handle: async (batch) => process(batch), stop: async () => {} }
}

async function* readBatches({ stdin, signal }: Context, plan: StreamPlan): AsyncGenerator<Batch, void> {
  const splitter = createSplitter(plan)
  for await (const piece of stdin as AsyncIterable<Buffer>) {
    signal.throwIfAborted()
    yield* splitter.push(piece)
  }
  signal.throwIfAborted()
  yield* splitter.finish()
}

function columnWithoutHeader({ format, column }: StreamPlan): string | number {
  if (format === 'jsonl') return column ?? 'email'
  const position = positionOf(column ?? '#1')
  if (position === undefined) throw usageError('Without a header, --column takes a position such as #1.')
  return position
}

function readHeader(plan: StreamPlan, { bytes, fault }: Batch): { settings: StreamSettings; line: string } {
  if (fault !== undefined) throw usageError(`The header cannot be read. ${fault}`)
  const raw = Buffer.from(bytes)
  const text = raw.toString().replace(/\r?\n$/, '')
  const names = plan.format === 'csv' ? readCsvHeader(raw) : readTsvHeader(Buffer.from(text))
  const taken = new Set(names.map((name) => name.trim().toLowerCase()))
  // The input's columns keep their names.
  const prefix = !plan.resultsOnly && plan.results.some((name) => taken.has(name)) ? 'mailsift_' : ''
  const separator = plan.format === 'csv' ? ',' : '\t'
  const results = plan.results.map((name) => quoted(prefix + name)).join(separator)
  return {
    settings: { ...plan, width: names.length, column: findColumn(names, plan.column) },
    line: plan.resultsOnly ? `${results}\n` : `${results}${separator}${text}\n`,
  }
}

function findColumn(names: readonly string[], wanted: string | undefined): number {
  const position = wanted === undefined ? undefined : positionOf(wanted)
  if (position !== undefined && position < names.length) return position
  const simple = (name: string) =>
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
  const positionsOf = (isMatch: (name: string) => boolean) => names.flatMap((name, at) => (isMatch(name) ? [at] : []))
  let found = positionsOf((name) => name === (wanted ?? 'email'))
  if (found.length === 0) found = positionsOf((name) => simple(name) === simple(wanted ?? 'email'))
  if (found.length === 1) return found[0]!
  if (found.length > 1)
    throw usageError(
      `The input has ${found.length} columns "${printable(wanted ?? 'email')}". Choose one by its position: --column '#${found[0]! + 1}'.`,
    )
  // A single column needs no choice.
  if (wanted === undefined && names.length === 1) return 0
  const known = names.map((name) => `"${printable(name)}"`).join(', ')
  throw usageError(
    `The input has no column "${printable(wanted ?? 'email')}". Choose one with --column: ${known}. Without a header, use --no-header.`,
  )
}
