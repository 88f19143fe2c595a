// `clean` with Parquet files: how the command calls DuckDB. DuckDB itself is tested in packages/duckdb.
import { expect, test } from 'vitest'
import { findDuckDb } from '../src/clean/parquet.ts'
import { mailsift } from './support/mailsift.ts'

test.for([
  ['no output', ['clean', 'a.parquet'], /-o out\.parquet/],
  ['another kind of output', ['clean', 'a.parquet', '-o', 'a.csv'], /-o out\.parquet/],
  ['an option for lists alone', ['clean', 'a.parquet', '-o', 'b.parquet', '--only', 'safe'], /--only does not work/],
] as const)('a Parquet file with %s is refused', async ([, args, complaint]) => {
  const { code, stderr } = await mailsift([...args])
  expect(code).toBe(2)
  expect(stderr).toMatch(complaint)
})

test('without DuckDB the command says how to install it', () => {
  const cloneWithout = new URL('file:///proc/nowhere/')
  expect(() => findDuckDb(cloneWithout)).toThrow('node scripts/install-extra.mjs packages/duckdb')
})
