// `clean` with Parquet files: how the command calls DuckDB. DuckDB itself is tested in packages/duckdb.
import { expect, test } from 'vitest'
import { findDuckDb } from '../src/clean/parquet.ts'

test('without DuckDB the command says how to install it', () => {
  const cloneWithout = new URL('file:///proc/nowhere/')
  expect(() => findDuckDb(cloneWithout)).toThrow('node scripts/install-extra.mjs packages/duckdb')
})
