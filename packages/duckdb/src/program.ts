// `mailsift clean` starts it for Parquet files, with its task as JSON: DuckDB has its own process and memory. It stops with the command:
// when stdin ends, however the command ended, or at Ctrl-C.
import process from 'node:process'
import { type CsvToParquet, csvToParquet, type ParquetToCsv, parquetToCsv } from './parquet.ts'

export type Task = ({ to: 'csv' } & ParquetToCsv) | ({ to: 'parquet' } & CsvToParquet)

const stopping = new AbortController()
const stop = () => stopping.abort(new Error('Interrupted.'))
process.stdin.on('end', stop).resume()
process.on('SIGINT', stop)
process.on('SIGTERM', stop)

const task = JSON.parse(process.argv[2]!) as Task
const { signal } = stopping
const done = task.to === 'csv' ? parquetToCsv({ ...task, signal }) : csvToParquet({ ...task, signal })
done
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 2
  })
  .finally(() => process.stdin.destroy())
