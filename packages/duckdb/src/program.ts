// `mailsift clean in.parquet -o out.parquet` starts it with its settings as JSON: DuckDB has its own process and memory.
import process from 'node:process'
import { cleanParquet } from './clean-parquet.ts'

cleanParquet(JSON.parse(process.argv[2]!)).then(
  (cleaned) => console.log(JSON.stringify(cleaned)),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 2
  },
)
