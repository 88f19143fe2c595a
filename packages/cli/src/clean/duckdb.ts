// The process of DuckDB, which has its own memory: duckdb.ts <module> <settings as JSON>.
import process from 'node:process'

const [, , module, settings] = process.argv
try {
  const { cleanParquet } = await import(module!)
  console.log(JSON.stringify(await cleanParquet(JSON.parse(settings!))))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
