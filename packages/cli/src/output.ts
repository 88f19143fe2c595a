import { createWriteStream, fstat, type Stats } from 'node:fs'
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { type Context, type Descriptor, print } from './context.ts'
import { usageError } from './exit.ts'

export const OUTPUT_OPTION = {
  output: { type: 'string', short: 'o', value: '<file|->', help: 'Output file; - for stdout' },
  force: { type: 'boolean', short: 'f', help: 'Overwrite existing files' },
} as const

export const isStdout = (target: string | undefined): target is '-' | undefined =>
  target === undefined || target === '-'

/** Spreadsheet programs refuse a CSV with such a name, or call it damaged. */
const WORKBOOK_NAME = /\.(xls[xmb]?|ods|numbers)$/i
/** The only spreadsheet format that can be written. */
export const isWorkbookName = (target: string | undefined) => /\.xlsx$/i.test(target ?? '')
/** Written by DuckDB. */
export const isParquetName = (target: string | undefined): target is string => /\.parquet$/i.test(target ?? '')
/** A .zip with a file for each status. */
export const isZipName = (target: string | undefined) => /\.zip$/i.test(target ?? '')

/** An input file, which must not be overwritten. */
export type ReadFile = { name: string; stats: Stats | undefined }

/**
 * Before any work is done and billed, refuses an output that cannot be written or would destroy something: an input
 * under any of its names, or an existing file.
 */
export async function checkOutput(
  target: string | undefined,
  force: boolean,
  inputs: readonly ReadFile[] = [],
  { isList = false } = {},
): Promise<void> {
  if (isStdout(target)) return
  if (target === '') throw usageError('-o needs a file name.')
  if (isParquetName(target) && !isList)
    throw usageError(`The output is not Parquet. Write to ${target.replace(/parquet$/i, 'csv')} instead.`)
  if (WORKBOOK_NAME.test(target) && !(isList && isWorkbookName(target)))
    throw usageError(
      isList
        ? `Lists are written as CSV, .xlsx, .parquet or .zip. Write to ${target.replace(WORKBOOK_NAME, '.xlsx')} instead.`
        : `The output is not Excel. Write to ${target.replace(WORKBOOK_NAME, '.csv')} instead; Excel opens it.`,
    )
  const { path, before } = await findTarget(target)
  if (before?.isDirectory()) throw usageError(`${target} is a folder.`)
  if (before && !before.isFile()) return
  const same = findSame(inputs, before)
  if (same) throw usageError(`${target} is the input list ${same.name}. Choose another output file.`)
  if (before && !force) throw usageError(`${target} already exists. Choose another name, or overwrite it with --force.`)
  const unfinished = partOf(path)
  try {
    await writeFile(unfinished, '')
  } catch (error) {
    throw named(target, error)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Refuses to append to the file that is read, which would never end: `clean list.csv >> list.csv`. */
export async function checkStdout({ stdout }: Pick<Context, 'stdout'>, inputs: readonly ReadFile[]): Promise<void> {
  const same = findSame(inputs, await statsOf(stdout))
  if (same) throw usageError(`The output is the input list ${same.name}. Redirect it to another file.`)
}

function findSame(inputs: readonly ReadFile[], file: Stats | undefined): ReadFile | undefined {
  if (!file?.isFile()) return undefined
  return inputs.find(({ stats }) => stats?.ino === file.ino && stats.dev === file.dev)
}

/** Stats of a file by its name, or of a stream of this process. */
export async function statsOf(file: string | Descriptor): Promise<Stats | undefined> {
  if (typeof file === 'string') return stat(file).catch(() => undefined)
  return file.fd !== undefined ? promisify(fstat)(file.fd).catch(() => undefined) : undefined
}

/** Writes to stdout, or to a file that is created or replaced only when it is complete. */
export async function writeOutput(
  { stdout, signal }: Pick<Context, 'stdout' | 'signal'>,
  target: string | undefined,
  force: boolean,
  bytes: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
): Promise<void> {
  if (isStdout(target)) {
    for await (const piece of bytes) await print({ stdout, signal }, piece)
    return
  }
  await checkOutput(target, force)
  const { path, before } = await findTarget(target)
  const unfinished = partOf(path)
  try {
    // Devices and pipes are written to, never replaced.
    if (before && !before.isFile()) return await pipeline(bytes, createWriteStream(path), { signal })
    await pipeline(bytes, createWriteStream(unfinished, { mode: before?.mode ?? 0o666 }), { signal })
    await rename(unfinished, path)
  } catch (error) {
    throw named(target, error)
  } finally {
    await rm(unfinished, { force: true })
  }
}

export async function findTarget(target: string): Promise<{ path: string; before: Stats | undefined }> {
  const path = await realpath(target).catch(() => target)
  return { path, before: await stat(path).catch(() => undefined) }
}

export const partOf = (path: string) => `${path}.${process.pid}.part`

/** Names the user's file in the error, not the temporary one; write errors contain no name at all. */
export function named(target: string, error: unknown): unknown {
  const { code, syscall, path } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return usageError(`The folder for ${target} does not exist.`)
  const isOfTarget = syscall === 'write' || syscall === 'fdatasync' || path?.endsWith('.part')
  return isOfTarget ? Object.assign(error as Error, { path: target }) : error
}
