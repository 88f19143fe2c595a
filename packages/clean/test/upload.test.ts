import { fromBlob, openList } from '@mailsift/intake/list'
import { expect, test } from 'vitest'
import { type ListTraits, planUpload, type UploadLimits, writeUploads } from '../src/upload.ts'

const ONE_FILE = { rows: 100_000, bytes: 50 * 1024 * 1024 }

async function uploadsOf(list: string, column: number, isRepaired: boolean, limits: UploadLimits): Promise<string[]> {
  const opened = await openList(fromBlob(new Blob([list])))
  const traits: ListTraits = {
    widest: opened.names.length,
    isShort: false,
    hasOddQuotes: false,
    isLong: true,
    isRepaired,
  }
  const plan = planUpload(opened, [column], traits)
  const texts: string[] = []
  for await (const { csv, count } of writeUploads(opened, [column], traits, plan, limits)) {
    texts.push(await csv.text())
    expect(texts.at(-1)!.trimEnd().split('\n')).toHaveLength(count + 1)
  }
  return texts
}

test.each([
  ['a plain list', (line: string) => line, 0],
  ['a cell of a table', (line: string) => `id,email\n1,"${line}"\n`, 1],
] as const)(
  '%s in one line becomes a row for each address, and is not repeated in each',
  async (_name, write, column) => {
    const addresses = Array.from({ length: 4000 }, (_, at) => `grace.hopper${at}@contoso.com`)
    const line = addresses.join('; ')
    const [upload = ''] = await uploadsOf(write(line), column, true, ONE_FILE)
    const [, ...rows] = upload.trimEnd().split('\n')
    expect(rows.map((row) => row.slice(row.lastIndexOf(',') + 1))).toEqual(addresses)
    expect(rows[0]).toContain(line)
    expect(upload.length).toBeLessThan(5 * line.length)
  },
)

test.each([
  ['rows', { rows: 10, bytes: 1_000_000 }],
  ['bytes', { rows: 100, bytes: 400 }],
])(
  'a list with more %s than one file may have becomes several, each with the header, and no row is lost',
  async (_of, limits) => {
    const rows = Array.from({ length: 25 }, (_, at) => `${at},zoë.müller${at}@contoso.com`)
    const files = await uploadsOf(`id,email\n${rows.join('\n')}\n`, 1, false, limits)
    expect(files.length).toBeGreaterThan(2)
    const written = files.map((file) => file.trimEnd().split('\n'))
    expect(written.flatMap(([, ...lines]) => lines)).toEqual(rows)
    for (const [at, [header, ...lines]] of written.entries()) {
      expect(header).toBe('id,email')
      expect(lines.length).toBeLessThanOrEqual(limits.rows)
      expect(Buffer.byteLength(files[at]!)).toBeLessThanOrEqual(limits.bytes)
    }
  },
)

test('a list that is too long is not sent as it is', async () => {
  const list = await openList(fromBlob(new Blob(['email\nann.lee@contoso.com\n'])))
  const traits = { widest: 1, isShort: false, hasOddQuotes: false, isRepaired: false }
  expect(planUpload(list, [0], { ...traits, isLong: false }).isAsIs).toBe(true)
  expect(planUpload(list, [0], { ...traits, isLong: true }).isAsIs).toBe(false)
})
