import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nestedTags } from '../../intake/test/make-bombs.ts'
import { makeFolder } from './support/folder.ts'
import { mailsift } from './support/mailsift.ts'

test('clean refuses an .xlsx of two million nested tags in one line', async () => {
  const file = join(await makeFolder(), 'bomb.xlsx')
  await writeFile(file, nestedTags())
  const { code, stdout, stderr } = await mailsift(['clean', '--local', file])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^.*Cannot read .*bomb\.xlsx\. This Excel file nests [^\n]+ Save the sheet as CSV [^\n]+\n$/)
})
