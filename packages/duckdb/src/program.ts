// `mailsift clean in.parquet -o out.parquet` starts it with its settings as JSON: DuckDB has its own process and memory. It stops with the
// command: when stdin ends, however the command ended, or at Ctrl-C.
import process from 'node:process'
import { cleanParquet } from './clean-parquet.ts'

const stopping = new AbortController()
const stop = () => stopping.abort(new Error('Interrupted.'))
process.stdin.on('end', stop).resume()
process.on('SIGINT', stop)
process.on('SIGTERM', stop)

cleanParquet({ ...JSON.parse(process.argv[2]!), signal: stopping.signal })
  .then(
    (cleaned) => console.log(JSON.stringify(cleaned)),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error))
      process.exitCode = 2
    },
  )
  .finally(() => process.stdin.destroy())
