// The CSV of a job is written when it is first asked for.
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download } from '@mailsift/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type Service, startService } from './service.ts'

const ROWS = 2_345
const EMAILS = Array.from({ length: ROWS }, (_, row) => (row % 10 === 0 ? `nothing ${row}` : `ann.lee${row}@gmail.com`))

let service: Service
beforeAll(async () => {
  service = await startService({ ENRICHMENT: 'off' })
})
afterAll(() => service.stop())

async function filesOf(jobId: string): Promise<number> {
  const names = await readdir(join(service.dataDir, 'blobs', 'objects', 'jobs')).catch(() => [])
  return names.filter((name) => name.includes(jobId)).length
}

async function download(caller: Caller, jobId: string): Promise<string> {
  const answer = await service.request(caller, `/emails/bulk/${jobId}/download`)
  return (await fetch(((await answer.json()) as Download).download_url)).text()
}

async function csvOf(jobId: string) {
  const { rows } = await sql<{ csv_written: boolean; csv_bytes: number; csv_sha256: Buffer | null }>`
    SELECT csv_written, csv_bytes, csv_sha256 FROM bulk_jobs WHERE id = ${jobId}`.execute(service.db)
  return rows[0]!
}

const written = (text: string) => ({
  csv_written: true,
  csv_bytes: Buffer.byteLength(text),
  csv_sha256: createHash('sha256').update(text).digest(),
})

test.each([3, ROWS])(
  'the file of a list of %i addresses is written once by all who ask for it first, and is whole',
  async (count) => {
    const caller = await service.newCaller()
    const { id, status } = await service.run(caller, EMAILS.slice(0, count))
    expect([status, await filesOf(id)]).toEqual(['completed', 0])
    const estimate = await csvOf(id)
    expect(estimate).toMatchObject({ csv_written: false, csv_sha256: null })
    const texts = await Promise.all(Array.from({ length: 8 }, () => download(caller, id)))
    expect(new Set(texts).size).toBe(1)
    const lines = texts[0]!.trimEnd().split('\r\n')
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual(
      EMAILS.slice(0, count).map((email, row) => [String(row), email]),
    )
    expect(await filesOf(id)).toBe(1)
    expect(await csvOf(id)).toEqual(written(texts[0]!))
    // Storage is counted by it until then.
    if (count === ROWS) expect(estimate.csv_bytes / Buffer.byteLength(texts[0]!)).toBeCloseTo(1, 0)
  },
)

test('a file whose process died before it could say so is taken as it is', async () => {
  const caller = await service.newCaller()
  const { id } = await service.run(caller, EMAILS)
  const text = await download(caller, id)
  await sql`UPDATE bulk_jobs SET csv_written = false, csv_sha256 = NULL, csv_bytes = 1 WHERE id = ${id}`.execute(
    service.db,
  )
  expect(await download(caller, id)).toBe(text)
  expect(await csvOf(id)).toEqual(written(text))
  expect(await filesOf(id)).toBe(1)
})
