// npm run bench:stream [-- <rows>]: compares `mailsift stream`, with one thread and with two, to `cat` on the same
// pipe, and checks that all results are the library's. Each run is a separate process; the hash covers every byte of
// output.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFlatRows, FLAT_COLUMNS } from '@mailsift/clean/flat-row'
import { loadEngine } from '@mailsift/engine/node'
import { CLEAN_ENV, PROGRAM } from '../test/support/mailsift.ts'
import { readPeak, reportPeak } from '../test/support/peak.ts'
import { addressOf } from './stream-addresses.ts'

const ROWS = Number(process.argv[2] ?? 1_000_000)
const TARGET = 300_000
const COLUMNS = ['status', 'reason', 'suggestion', 'normalized', 'error']

const folder = await mkdtemp(join(tmpdir(), 'mailsift-bench-'))
try {
  const list = join(folder, 'list.txt')
  const { bytes, hash } = await writeList(list)
  const peak = await reportPeak(folder)
  const stream = (threads: number) => [
    ...[process.execPath, ...peak, PROGRAM, 'stream', '--format', 'tsv', '--no-header', '--results-only'],
    ...['--columns', COLUMNS.join(','), '--threads', `${threads}`],
  ]
  console.log(
    `${ROWS.toLocaleString('en')} addresses, ${(bytes / 1e6).toFixed(0)} MB; load ${loadavg()[0]!.toFixed(1)} before`,
  )
  const cat = await run(['cat'], list)
  const one = await run(stream(1), list)
  const two = await run(stream(2), list)
  report('cat', cat.seconds)
  report('one thread', one.seconds, one, one.hash === hash)
  report('two threads', two.seconds, two, two.hash === hash)
  const rate = ROWS / two.seconds
  console.log(
    `two threads: ${(rate / (ROWS / one.seconds)).toFixed(2)} × one thread, ${(rate / (ROWS / cat.seconds)).toFixed(3)} × cat`,
  )
  console.log(
    `${rate >= TARGET ? 'reached' : 'MISSED'}: ${TARGET.toLocaleString('en')} addresses/s; load ${loadavg()[0]!.toFixed(1)} after`,
  )
  if (one.hash !== hash || two.hash !== hash) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

type Measured = { seconds: number; hash: string; cpuMs: number; peakMb: number }

function report(name: string, seconds: number, measured?: Measured, isSame?: boolean): void {
  const rate = `${Math.round(ROWS / seconds).toLocaleString('en')}/s`.padStart(14)
  const more = measured ? `  processor ${(measured.cpuMs / 1000).toFixed(1)} s, peak ${measured.peakMb} MB` : ''
  const same = isSame === undefined ? '' : isSame ? ', verdicts of the library' : ', OTHER VERDICTS'
  console.log(`${name.padEnd(12)}${seconds.toFixed(2).padStart(8)} s${rate}${more}${same}`)
}

/** The list, and the hash of the library's output for it. */
async function writeList(path: string): Promise<{ bytes: number; hash: string }> {
  const rowOf = createFlatRows(loadEngine(), { preset: 'marketing' })
  const columns = COLUMNS.map((wanted) => FLAT_COLUMNS.find(({ name }) => name === wanted)!)
  const hash = createHash('sha256')
  const file = await open(path, 'w')
  let bytes = 0
  for (let start = 0; start < ROWS; start += 10_000) {
    const list = Array.from({ length: Math.min(10_000, ROWS - start) }, (_, at) => addressOf(start + at))
    const text = `${list.join('\n')}\n`
    bytes += Buffer.byteLength(text)
    await file.write(text)
    hash.update(list.map((address) => `${columns.map(({ of }) => of(rowOf(address))).join('\t')}\n`).join(''))
  }
  await file.close()
  return { bytes, hash: hash.digest('hex') }
}

async function run([program, ...args]: string[], list: string): Promise<Measured> {
  const file = await open(list)
  const started = performance.now()
  // Through a pipe on both sides, as a database uses it.
  const source = spawn('cat', { stdio: [file.fd, 'pipe', 'inherit'] })
  const child = spawn(program!, args, { env: CLEAN_ENV, stdio: [source.stdout, 'pipe', 'pipe'] })
  let stderr = ''
  child.stderr!.on('data', (piece) => {
    stderr += piece
  })
  const hash = createHash('sha256')
  child.stdout!.on('data', (piece: Buffer) => hash.update(piece))
  const [code] = await once(child, 'close')
  const seconds = (performance.now() - started) / 1000
  await file.close()
  if (code !== 0) throw new Error(stderr || `${program} ended with ${code}`)
  return { seconds, hash: hash.digest('hex'), ...readPeak(stderr) }
}
