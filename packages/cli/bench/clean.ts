// npm run bench:clean: `clean --local` of 100,000 rows from every format, beside a plain loop of csv-parse over the same
// rows. Each run is its own process; the best of three counts.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeText } from '@mailsift/intake/text'
import { type Cell, makeXlsx } from '../../intake/test/make-xlsx.ts'
import { CLEAN_ENV, PROGRAM } from '../test/support/mailsift.ts'
import { readPeak, tellPeak } from '../test/support/peak.ts'

const ROWS = Number(process.argv[2] ?? 100_000)
const RUNS = 3
const MOST_MB = 150
const FIRST = ['Anna', 'Peter', 'Maria', 'José', 'Fátima', 'Yuki', 'Omar', 'Lucas', 'Zoë', 'Ivan', 'Priya', 'Noah']
const LAST = ['Smith', 'García', 'Müller', 'Tanaka', 'Rossi', 'Novak', 'Kim', 'Silva', 'Okafor', 'Jones', 'Ivanov']
const NAMES = ['id', 'name', 'email', 'company', 'notes']

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Many people, few mail domains; nearly every address is another. */
function rowOf(row: number): string[] {
  const [first, last] = [FIRST[row % FIRST.length]!, LAST[row % LAST.length]!]
  const domain = row % 3 === 0 ? `company${row % 2000}.com` : 'contoso.com'
  const address = `${plain(first)}.${plain(last)}${row % 9973}@${domain}`
  return [String(row), `${first} ${last}`, address, 'Example Inc', 'nothing, to say']
}

function csv(separator: string): string {
  const cell = (text: string) => (text.includes(separator) ? `"${text}"` : text)
  const lines = Array.from({ length: ROWS }, (_, row) => rowOf(row).map(cell).join(separator))
  return `${[NAMES.join(separator), ...lines].join('\n')}\n`
}

function xlsx(toCell: (text: string) => Cell): Uint8Array {
  const rows = Array.from({ length: ROWS }, (_, row): Cell[] => {
    const [, ...texts] = rowOf(row)
    return [row, ...texts.map(toCell)]
  })
  return makeXlsx([{ name: 'Contacts', rows: [NAMES, ...rows] }])
}

/** At most this many seconds. */
type Format = { name: string; file: string; most: number; make: () => Uint8Array }
const FORMATS: readonly Format[] = [
  { name: 'CSV', file: 'list.csv', most: 2, make: () => encodeText(csv(','), 'utf-8') },
  { name: 'CSV of Excel, Windows-1252', file: '1252.csv', most: 2, make: () => encodeText(csv(';'), 'windows-1252') },
  { name: 'TSV in UTF-16', file: 'utf16.txt', most: 2, make: () => encodeText(`\ufeff${csv('\t')}`, 'utf-16le') },
  {
    name: 'addresses, one a line',
    file: 'plain.txt',
    most: 2,
    make: () => encodeText(Array.from({ length: ROWS }, (_, row) => `${rowOf(row)[2]}\n`).join(''), 'utf-8'),
  },
  {
    name: 'names and <addresses>',
    file: 'pasted.txt',
    most: 2,
    make: () => {
      const lines = Array.from({ length: ROWS }, (_, row) => `${rowOf(row)[1]} <${rowOf(row)[2]}>\n`)
      return encodeText(lines.join(''), 'utf-8')
    },
  },
  { name: '.xlsx', file: 'list.xlsx', most: 5, make: () => xlsx((text) => text) },
  { name: '.xlsx, texts in the cells', file: 'inline.xlsx', most: 5, make: () => xlsx((text) => ({ inline: text })) },
]

const LOOP = `
import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
let count = 0
for await (const _ of createReadStream(process.argv[1]).pipe(parse())) count++
`

type Measured = { ms: number; cpuMs: number; peakMb: number }

const folder = await mkdtemp(join(tmpdir(), 'mailsift-bench-'))
try {
  const peak = await tellPeak(folder)
  const output = join(folder, 'out.csv')
  const paths = new Map<string, string>()
  for (const { name, file, make } of FORMATS) {
    const path = join(folder, file)
    await writeFile(path, make())
    paths.set(name, path)
  }
  const clean = (path: string) => [PROGRAM, 'clean', '--local', path, '-o', output, '--force', '--quiet']
  // The first start leaves the compiled program behind.
  await runOnce([...peak, ...clean(paths.get('.xlsx')!)])
  console.log(`${ROWS} rows with five columns, all columns added; best of ${RUNS} processes, start included`)
  console.log(
    `${''.padEnd(30)}${'file'.padStart(9)}${'time'.padStart(9)}${'processor'.padStart(12)}${'memory'.padStart(9)}`,
  )
  const loop = await best([...peak, '--input-type=module', '-e', LOOP, paths.get('CSV')!])
  await report('a csv-parse loop over the CSV', paths.get('CSV')!, loop)
  for (const { name, most } of FORMATS) {
    const path = paths.get(name)!
    const measured = await best([...peak, ...clean(path)])
    const isWithin = measured.ms <= most * 1000 && measured.peakMb <= MOST_MB
    await report(name, path, measured, `${isWithin ? 'within' : 'BEYOND'} ${most} s and ${MOST_MB} MB`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function report(name: string, path: string, { ms, cpuMs, peakMb }: Measured, verdict = ''): Promise<void> {
  const { size } = await stat(path)
  const cells = [
    `${(size / 1e6).toFixed(1)} MB`.padStart(9),
    `${(ms / 1000).toFixed(2)} s`.padStart(9),
    `${(cpuMs / 1000).toFixed(2)} s`.padStart(12),
    `${peakMb} MB`.padStart(9),
  ]
  console.log(`${name.padEnd(30)}${cells.join('')}  ${verdict}`)
}

/** The least of each: what others do on the machine only adds. */
async function best(args: readonly string[]): Promise<Measured> {
  const runs: Measured[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await runOnce(args))
  const least = (pick: (run: Measured) => number) => Math.min(...runs.map(pick))
  return { ms: least(({ ms }) => ms), cpuMs: least(({ cpuMs }) => cpuMs), peakMb: least(({ peakMb }) => peakMb) }
}

function runOnce(args: readonly string[]): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    execFile(process.execPath, [...args], { env: CLEAN_ENV, cwd: import.meta.dirname }, (error, _stdout, stderr) => {
      if (error) reject(new Error(stderr || error.message))
      else resolve({ ms: performance.now() - started, ...readPeak(stderr) })
    })
  })
}
