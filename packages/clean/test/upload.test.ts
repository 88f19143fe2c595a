import type { Verdict } from '@mailsift/engine'
import { loadEngine } from '@mailsift/engine/node'
import { fromBlob, openList } from '@mailsift/intake/list'
import { expect, test } from 'vitest'
import { createOpinions } from '../src/opinion.ts'
import { type ListTraits, planUpload, type UploadLimits, writeUploads } from '../src/upload.ts'

const ONE_FILE = { rows: 100_000, bytes: 50 * 1024 * 1024 }

async function uploadsOf(list: string, column: number, isChanged: boolean, limits: UploadLimits): Promise<string[]> {
  const open = () => openList(fromBlob(new Blob([list])))
  const opened = await open()
  const traits: ListTraits = {
    widest: opened.names.length,
    isShort: false,
    hasOddQuotes: false,
    isLong: true,
    isChanged,
    isReduced: false,
  }
  const plan = planUpload(opened, [column], traits)
  const selection = { columns: [column], repair: true, dedupe: false }
  const texts: string[] = []
  for await (const { csv, count } of writeUploads(loadEngine(), open, selection, traits, plan, limits)) {
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
    expect(rows.map((row) => row.split(',')[column])).toEqual(addresses)
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

test('a list that is too long is not sent unchanged', async () => {
  const list = await openList(fromBlob(new Blob(['email\nann.lee@contoso.com\n'])))
  const traits = { widest: 1, isShort: false, hasOddQuotes: false, isChanged: false, isReduced: false }
  expect(planUpload(list, [0], { ...traits, isLong: false }).isAsIs).toBe(true)
  expect(planUpload(list, [0], { ...traits, isLong: true }).isAsIs).toBe(false)
})

test('the address to check is in the email column, its previous text in another column, and each mailbox once if requested', async () => {
  const list =
    'Email,Name,Second\nbad,Ann,Ann <ann.lee@contoso.com>\n,Bob,ANN.lee@contoso.com\nbob.fox@gmial.com,Bob,\n'
  const open = () => openList(fromBlob(new Blob([list])))
  const engine = loadEngine()
  const opinions = createOpinions(engine, 'marketing')
  const selection = {
    columns: [0, 2],
    repair: true,
    dedupe: true,
    correct: (address: string, verdict: Verdict) => opinions.ofVerdict(address, verdict).suggestion,
  }
  const traits = { widest: 3, isShort: false, hasOddQuotes: false, isLong: false, isChanged: true, isReduced: true }
  const plan = planUpload(await open(), selection.columns, traits)
  expect(plan).toMatchObject({ isAsIs: false, emailColumn: 'Email' })
  const texts: string[] = []
  for await (const { csv } of writeUploads(engine, open, selection, traits, plan, ONE_FILE))
    texts.push(await csv.text())
  expect(texts).toEqual([
    'Email,Name,Second,original_Email,original_Second\n' +
      'bad,Ann,,,Ann <ann.lee@contoso.com>\n' +
      'ann.lee@contoso.com,Ann,,bad,Ann <ann.lee@contoso.com>\n' +
      'bob.fox@gmail.com,Bob,,bob.fox@gmial.com,\n',
  ])
})
