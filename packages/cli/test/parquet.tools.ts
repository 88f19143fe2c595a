import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from './support/folder.ts'
import { mailsift } from './support/mailsift.ts'

test('a file that is not Parquet is refused, and no output is left', async () => {
  const folder = await makeFolder()
  const [input, output] = [join(folder, 'in.parquet'), join(folder, 'out.parquet')]
  await writeFile(input, 'email\nada.lovelace@contoso.com\n')
  const { code, stderr } = await mailsift(['clean', '--local', input, '-o', output])
  expect(code).toBe(2)
  expect(stderr).toMatch(/in\.parquet/)
  expect(existsSync(output)).toBe(false)
})
