// npm run bench:engine: the full verdict compared with packages that do part of it, in one run, alternating by tenths
// of the corpus. Each turn is compared with the reference's neighboring turn, and the median is printed, so a
// temporarily slower host affects both. `-- --memory` also validates ten million addresses at new domains and prints
// retained memory. Times are the processor time of this thread, so other load on the machine matters little.
import { createRequire } from 'node:module'
import { constants as zlib, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { openVerdicts, packVerdicts, renderJson, type VerdictRow } from '../src/index.ts'
import { loadEngine } from '../src/node.ts'
import { generateCorpus } from './corpus.ts'
import { reportMemory } from './memory.ts'
import { reportWorst } from './worst.ts'

/** Reference packages are installed next to the lists that the data is compiled from. */
const require = createRequire(new URL('../build/packages.ts', import.meta.url))
const validator = require('validator') as { isEmail(s: string): boolean; normalizeEmail(s: string): string | false }
const mailchecker = require('mailchecker') as { isValid(s: string): boolean }

const ADDRESSES = 200_000
const ROUNDS = 7
const TURNS = 10
const CHUNK_ROWS = 1_000

const before = process.memoryUsage()
const started = processorNs()
const engine = loadEngine()
const loadMs = (processorNs() - started) / 1e6
const loaded = process.memoryUsage()
console.log(
  `Data ${engine.dataVersion} loaded in ${loadMs.toFixed(1)} ms of processor time (target: 15); engine memory: ` +
    `${megabytes(loaded.arrayBuffers - before.arrayBuffers)} of data, ${megabytes(loaded.heapUsed - before.heapUsed)} of heap; ` +
    `process: ${megabytes(loaded.rss)} resident`,
)

const corpus = generateCorpus(ADDRESSES)
let id = 0
const nextId = () => `0190d3f0-${(0x7000 + (id++ & 0xfff)).toString(16)}-7000-8000-000000000000`
let sink = 0

type Contender = {
  name: string
  addresses: readonly string[]
  run: (addresses: readonly string[]) => void
}
const each = (f: (address: string) => unknown) => (addresses: readonly string[]) => {
  for (const address of addresses) if (f(address)) sink++
}
const contenders: Contender[] = [
  { name: 'validator isEmail (syntax only)', addresses: corpus, run: each((a) => validator.isEmail(a)) },
  { name: 'engine: full verdict', addresses: corpus, run: each((a) => engine.validate(a).ok) },
  { name: 'engine: full verdict and JSON text', addresses: corpus, run: each(validateAndRender) },
  { name: 'engine: verdicts packed, zstd 1', addresses: corpus, run: validateAndPack },
  {
    name: 'validator isEmail + normalizeEmail',
    addresses: corpus,
    run: each((a) => validator.isEmail(a) && validator.normalizeEmail(a)),
  },
  { name: 'mailchecker isValid', addresses: corpus, run: each((a) => mailchecker.isValid(a)) },
]

function validateAndRender(address: string): boolean {
  const verdict = engine.validate(address)
  if (!verdict.ok) return false
  const json = renderJson(verdict, nextId())
  // Reading a character flattens the rope, as sending it would.
  return json.charCodeAt(json.length - 2) === 0x7d
}

let packedBytes = 0
function validateAndPack(addresses: readonly string[]): void {
  for (let start = 0; start < addresses.length; start += CHUNK_ROWS) {
    const rows = addresses.slice(start, start + CHUNK_ROWS).map((input): VerdictRow => {
      const verdict = engine.validate(input)
      return { input, id: verdict.ok ? crypto.randomUUID() : '', verdict }
    })
    packedBytes += compress(packVerdicts(rows)).length
  }
}

function compress(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, { params: { [zlib.ZSTD_c_compressionLevel]: 1 } })
}

const times = new Map(contenders.map(({ name }) => [name, [] as number[]]))
for (let turn = 0; turn < (1 + ROUNDS) * TURNS; turn++) {
  for (const { name, addresses, run } of contenders) {
    const length = addresses.length / TURNS
    const part = addresses.slice((turn % TURNS) * length, ((turn % TURNS) + 1) * length)
    const start = processorNs()
    run(part)
    // The first round is a warm-up.
    if (turn >= TURNS) times.get(name)!.push((processorNs() - start) / length)
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`
}

function processorNs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) * 1_000
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
const base = times.get(contenders[0]!.name)!
for (const { name } of contenders) {
  const each = times.get(name)!
  const ratio = median(each.map((ns, turn) => ns / base[turn]!))
  console.log(
    `${name.padEnd(38)} ${median(each).toFixed(0).padStart(9)} ns/address  ${ratio.toFixed(3).padStart(8)} × isEmail`,
  )
}
console.log(
  `packed: ${(packedBytes / ADDRESSES / (1 + ROUNDS)).toFixed(1)} bytes/address with input and id, chunks of ${CHUNK_ROWS}`,
)
reportReading()
reportWorst(engine)
if (process.argv.includes('--memory')) reportMemory(engine)

function reportReading(): void {
  const rows = corpus.slice(0, CHUNK_ROWS).map((input): VerdictRow => {
    const verdict = engine.validate(input)
    return { input, id: verdict.ok ? crypto.randomUUID() : '', verdict }
  })
  const packed = compress(packVerdicts(rows))
  const start = processorNs()
  const repeats = 50
  for (let i = 0; i < repeats; i++) {
    const opened = openVerdicts(zstdDecompressSync(packed))
    for (let index = 0; index < opened.length; index++) if (opened.row(index).verdict.ok) sink++
  }
  const ns = (processorNs() - start) / repeats / CHUNK_ROWS
  console.log(`unpacked: ${ns.toFixed(0)} ns/address, all rows of a chunk`)
}
if (sink === 0) throw new Error('Nothing was validated.')
