// The way of a CSV through a worker, gone once with a made-up list, right after the start: code that has just been loaded
// runs several times slower until it was compiled for what it is used for, and the first file would pay for that.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { answerColumns, cellsOf } from '@mailsift/csv/columns'
import { exportGroup } from '@mailsift/csv/group-export'
import { openCsv } from '@mailsift/csv/read'
import type { Engine } from '@mailsift/engine'
import { uuidv7 } from '../../platform/ids.ts'
import { createChunkEncoder } from '../export/rows.ts'
import { unpackInputs } from '../format/inputs.ts'
import { unpackRecordEnds } from '../format/record-ends.ts'
import { judgeChunk } from './judge.ts'
import { packRecords } from './split.ts'

const ROUNDS = 16
const ROWS = 1000
const NAMES = ['ada.lovelace', 'j.smith', 'info', 'no-reply', 'grace_hopper', 'x7k2q9', 'marie+news', 'Zoë']
const DOMAINS = [
  'example.com',
  'gmail.com',
  'mailinator.com',
  'example.co.uk',
  'outlook.com',
  'müller.example',
  'localhost',
]

type WarmDeps = { engine: Pick<Engine, 'judge' | 'withDomainFacts' | 'dataVersion'> }

/** Resolves with the rows that went through. In between other work has its turn; once the signal is aborted, all of it. */
export async function warmUp({ engine }: WarmDeps, signal: AbortSignal): Promise<number> {
  const columns = answerColumns({ withDomain: false, delimiter: ',' })
  const encode = createChunkEncoder(columns)
  let rows = 0
  for (let round = 0; round < ROUNDS; round++) {
    const file = sampleFile(round)
    const csv = await openCsv(pieces(file), 'email')
    for (const chunk of (await packRecords(csv)).flat()) {
      await nextTurn()
      if (signal.aborted) return rows
      const inputs = unpackInputs(chunk.inputs)
      const judged = await judgeChunk(
        { engine, facts: NO_FACTS, registryBudgetMs: 0 },
        { chunkId: uuidv7(), userId: '', inputs, validateDomain: false },
      )
      const encoded = encode(0, judged.rows)
      const answers = unpackRecordEnds(chunk.record_ends).map((end, row) => ({ end, ...cellsOf(encoded, row) }))
      const layout = { headerEnd: csv.headerEnd, resultPrefix: 'service.', columns }
      for await (const _ of exportGroup(layout, pieces(file), [answers]));
      rows += answers.length
    }
  }
  return rows
}

const NO_FACTS = { lookUpAll: async () => new Map() }

function sampleFile(round: number): Buffer {
  const lines = ['id,name,email,notes\n']
  for (let row = 0; row < ROWS; row++) {
    const number = round * ROWS + row
    const address = `${NAMES[number % NAMES.length]}${number % 97}@${number % 3 === 0 ? `company${number % 500}.com` : DOMAINS[number % DOMAINS.length]}`
    lines.push(`${number},Ada Lovelace,${address},"one, two"\n`)
  }
  return Buffer.from(lines.join(''))
}

async function* pieces(file: Buffer): AsyncGenerator<Buffer> {
  yield file
}
