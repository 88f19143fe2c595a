// Started by `mailsift clean in.parquet -o out.parquet` with its settings as JSON: DuckDB has its own process and memory.
import process from 'node:process'

try {
  const { cleanParquet } = await import('../src/clean-parquet.ts')
  console.log(JSON.stringify(await cleanParquet(JSON.parse(process.argv[2]))))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
