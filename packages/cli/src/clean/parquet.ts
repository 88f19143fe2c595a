// Parquet files are read and written by DuckDB, an optional package that runs in a separate process, so that the command stays small. In
// between, a Parquet file is a list like any other.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Context } from '../context.ts'
import { EXIT, Failure, usageError } from '../exit.ts'

const IN_CLONE = new URL('../../../duckdb/', import.meta.url)
/** The number of a row in its Parquet file, by which DuckDB finds its other columns again. */
export const ROW_COLUMN = '__mailsift_row'

/** The path of its program: in a clone, or installed next to the command. */
export function findDuckDb(clone = IN_CLONE): string {
  if (existsSync(new URL('node_modules/@duckdb/node-api', clone)))
    return fileURLToPath(new URL('src/program.ts', clone))
  try {
    return fileURLToPath(import.meta.resolve('@mailsift/duckdb/program'))
  } catch {
    throw usageError(
      'Parquet files need the package @mailsift/duckdb, which is not installed. In a clone, run `node scripts/install-extra.mjs packages/duckdb`. From the files of a release, install it together with the command: `npm install --global ./mailsift-engine-*.tgz ./mailsift-sdk-*.tgz ./mailsift-[0-9]*.tgz ./mailsift-duckdb-*.tgz`.',
    )
  }
}

type Task =
  | { to: 'csv'; input: string; csv: string; isNumbered: boolean }
  | {
      to: 'parquet'
      csv: string
      output: string
      separator: string
      names: readonly string[]
      results: number
      extra: number
      source: { path: string; changed: readonly string[] } | undefined
    }

export async function runDuckDb({ signal }: Pick<Context, 'signal'>, task: Task): Promise<void> {
  signal.throwIfAborted()
  const child = spawn(process.execPath, [findDuckDb(), JSON.stringify(task)], { stdio: 'pipe' })
  // DuckDB deletes its output when its stdin ends, which also happens when this process is killed.
  const stop = () => child.stdin.end()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const [, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    signal.throwIfAborted()
    if (code !== 0) throw new Failure(EXIT.usage, stderr.trim() || 'DuckDB ended without a message.')
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
