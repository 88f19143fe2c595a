// `clean` with Parquet files. What DuckDB does is tested in packages/duckdb; here is how the command calls it.
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from './support/folder.ts'
import { mailsift } from './support/mailsift.ts'

const isInstalled = existsSync(new URL('../../duckdb/node_modules/@duckdb/node-api', import.meta.url))

test.for([
  ['no output', ['clean', 'a.parquet'], /-o out\.parquet/],
  ['another kind of output', ['clean', 'a.parquet', '-o', 'a.csv'], /-o out\.parquet/],
  ['an option for lists alone', ['clean', 'a.parquet', '-o', 'b.parquet', '--only', 'safe'], /--only does not work/],
] as const)('a Parquet file with %s is refused', async ([, args, complaint]) => {
  const { code, stderr } = await mailsift([...args])
  expect(code).toBe(2)
  expect(stderr).toMatch(complaint)
})

test.skipIf(isInstalled)('without DuckDB the command says how to install it', async () => {
  const { code, stderr } = await mailsift(['clean', 'a.parquet', '-o', 'b.parquet'])
  expect(code).toBe(2)
  expect(stderr).toContain('node scripts/install-extra.mjs packages/duckdb')
})

test.skipIf(!isInstalled)('a file that is not Parquet is refused, and none is left behind', async () => {
  const folder = await makeFolder()
  const [input, output] = [join(folder, 'in.parquet'), join(folder, 'out.parquet')]
  await writeFile(input, 'email\nada.lovelace@contoso.com\n')
  const { code, stderr } = await mailsift(['clean', input, '-o', output])
  expect(code).toBe(2)
  expect(stderr).toMatch(/in\.parquet/)
  expect(existsSync(output)).toBe(false)
})
