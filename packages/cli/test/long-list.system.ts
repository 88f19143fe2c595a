// A list that exceeds the limit of a submission, with the real service.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse'
import { expect, test } from 'vitest'
import { writeBigCsv } from './support/big-csv.ts'
import { makeFolder } from './support/folder.ts'
import { mailsift } from './support/mailsift.ts'
import { useProgram } from './support/service.ts'

const service = useProgram()

test('150,000 rows become two groups, and every row gets its own result', async () => {
  const folder = await makeFolder()
  const [input, output] = [join(folder, 'in.csv'), join(folder, 'out.csv')]
  await writeBigCsv(input, { rows: 150_000 })
  const { code, stdout, stderr } = await mailsift(['clean', input, '-o', output, '--json', '--no-dedupe'], {
    env: service.env,
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'Email column: "email".\n' })
  const summary = JSON.parse(stdout)
  expect(summary).toMatchObject({ status: 'completed', rows: 150_000, written: 150_000, unknown: 0 })
  expect(summary.groups).toHaveLength(2)
  const totals = await Promise.all(
    summary.groups.map(async (id: string) => (await service.client.groups.get(id)).group.total),
  )
  expect(totals).toEqual([100_000, 50_000])
  let row = 0
  for await (const cells of createReadStream(output).pipe(parse({ columns: true }))) {
    if (cells.id !== String(row) || cells['service.inbound'] !== cells.email)
      throw new Error(`Row ${row} is ${JSON.stringify(cells)}`)
    row++
  }
  expect(row).toBe(150_000)
})
