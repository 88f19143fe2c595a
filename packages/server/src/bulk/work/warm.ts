// The way of a CSV through a worker, gone once with a made-up list, right after the start: code that has just been loaded
// runs several times slower until it was compiled for what it is used for, and the first file would pay for that.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { answerColumns, cellsOf } from '@mailsift/csv/columns'
import { type AnsweredRecord, exportGroup } from '@mailsift/csv/group-export'
import { openCsv } from '@mailsift/csv/read'
import type { Engine } from '@mailsift/engine'
import { uuidv7 } from '../../platform/ids.ts'
import type { JobEncoders } from '../export/job-csv.ts'
import { unpackInputs } from '../format/inputs.ts'
import { unpackRecordEnds } from '../format/record-ends.ts'
import { judgeChunk } from './judge.ts'
import { packRecords } from './split.ts'

const ROUNDS = 12
/** Several pieces of a stream. A chunk of more rows would leave the process larger by some megabytes. */
const ROWS = 2000
const PIECE_BYTES = 64 * 1024
/** As lists have them: what only a real file brought would be compiled, or compiled again, while it waits. */
const GIVEN = ['ada', 'grace', 'jean-luc', 'marie', 'omar', 'priya', 'wolfgang', 'yuki', 'zoe', 'ivan', 'maria', 'tom']
const FAMILY = [
  'lovelace',
  'hopper',
  'smith',
  'garcia',
  'mueller',
  'novak',
  'okafor',
  'rossi',
  'tanaka',
  'van-dyk',
  'li',
]
const FUNCTIONS = ['info', 'sales', 'support', 'no-reply', 'newsletter', 'billing']
const PROVIDERS = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'gmx.de', 'mail.ru', 'aol.com']
const THROW_AWAY = ['mailinator.com', 'guerrillamail.com', 'yopmail.com', 'trashmail.de', '10minutemail.com']
const TRADES = [
  'trade',
  'media',
  'group',
  'consulting',
  'foods',
  'tech',
  'bau',
  'services',
  'verlag',
  'energy',
  'design',
]
const ENDINGS = ['com', 'de', 'co.uk', 'fr', 'es', 'it', 'nl', 'pl', 'com.br', 'net', 'org', 'io', 'eu']
const OTHERS = [
  ...['john.smith', '@contoso.com', 'john@@contoso.com', 'john smith@contoso.com', 'john@-contoso.com', 'n/a', ''],
  ...[
    'jürgen.müller@contoso.com',
    'иван.петров@contoso.com',
    '田中@contoso.com',
    'ann@müller.example',
    'x7k2q9@localhost',
  ],
]

type WarmDeps = {
  engine: Pick<Engine, 'judge' | 'withDomainFacts' | 'dataVersion' | 'forgetDomains'>
  /** Those of the tasks: code is compiled for the closures that it has seen, and thrown away when it meets others. */
  encoders: JobEncoders
}

/** Resolves with the rows that went through. In between other work has its turn; once the signal is aborted, all of it. */
export async function warmUp({ engine, encoders }: WarmDeps, signal: AbortSignal): Promise<number> {
  const columns = answerColumns({ withDomain: false, delimiter: ',' })
  const encode = encoders(false)
  let rows = 0
  for (let round = 0; round < ROUNDS; round++) {
    const file = sampleFile(round)
    const csv = await openCsv(pieces(file), 'email')
    const exported: AnsweredRecord[][] = []
    for (const chunk of (await packRecords(csv, false)).flat()) {
      await nextTurn()
      if (signal.aborted) return rows
      const inputs = unpackInputs(chunk.inputs)
      const judged = await judgeChunk(
        { engine, facts: NO_FACTS, registryBudgetMs: 0 },
        { chunkId: uuidv7(), userId: '', inputs, validateDomain: false },
      )
      const encoded = encode(0, judged.rows)
      exported.push(unpackRecordEnds(chunk.record_ends).map((end, row) => ({ end, ...cellsOf(encoded, row) })))
    }
    const layout = { headerEnd: csv.headerEnd, resultPrefix: 'service.', columns }
    for await (const _ of exportGroup(layout, pieces(file), exported)) {
      await nextTurn()
      if (signal.aborted) return rows
    }
    rows += exported.reduce((sum, answers) => sum + answers.length, 0)
  }
  // Ten thousand made-up ones would take 9 MB for as long as the process is idle.
  engine.forgetDomains()
  return rows
}

const NO_FACTS = { lookUpAll: async () => new Map() }

/** Every other file has the line ends of Windows; quotes, separators and line ends stand in its cells. */
function sampleFile(round: number): Buffer {
  const end = round % 2 === 0 ? '\r\n' : '\n'
  const lines = ['id,name,email,notes,score']
  for (let row = 0; row < ROWS; row++) {
    const number = round * ROWS + row
    const notes = number % 3 === 0 ? 'nothing' : `"one, ""two""\nand three ${number}"`
    lines.push(`${number},"Doe, ""J"" ${number}",${sampleAddress(number)},${notes},${number % 97}.5`)
  }
  return Buffer.from(lines.join(end) + end)
}

function sampleAddress(number: number): string {
  // Neighbours have nothing in common, and the same number always the same address.
  const chance = Math.imul(number + 1, 0x9e3779b1) >>> 0
  const pick = (list: readonly string[], salt: number) => list[((chance >>> salt) ^ (number * salt)) % list.length]!
  const [given, family] = [pick(GIVEN, 3), pick(FAMILY, 5)]
  const locals = [
    `${given}.${family}`,
    `${given}${family}${number % 100}`,
    `${given[0]}.${family}`,
    `${family}_${given}`,
    given,
    `${given}.${family}+news`,
    `${given}${1950 + (number % 60)}`,
  ]
  const local = pick(locals, 7)
  const company = `${family}-${pick(TRADES, 9)}${chance % 400}.${pick(ENDINGS, 11)}`
  const share = chance % 100
  if (share < 45) return `${local}@${pick(PROVIDERS, 2)}`
  if (share < 85) return `${local}@${company}`
  if (share < 90) return `${local}@${pick(THROW_AWAY, 4)}`
  return share < 94 ? `${pick(FUNCTIONS, 6)}@${company}` : pick(OTHERS, 8)
}

async function* pieces(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += PIECE_BYTES) yield file.subarray(at, at + PIECE_BYTES)
}
