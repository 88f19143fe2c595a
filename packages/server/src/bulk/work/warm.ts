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
import { sampleAddress } from './warm-list.ts'

const ROUNDS = 3
/** As many as a job of a file has. Their file is longer than what is read of one at once, so that the rest comes in pieces. */
const ROWS = 10_000
const PIECE_BYTES = 64 * 1024

type WarmDeps = {
  engine: Pick<Engine, 'judge' | 'withDomainFacts' | 'dataVersion'>
  /** Those of the tasks themselves: what is compiled for others is thrown away when these are called. */
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
    for (const chunk of (await packRecords(csv)).flat()) {
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
  return rows
}

const NO_FACTS = { lookUpAll: async () => new Map() }

/** Every other file has the line ends of Windows; quotes, separators and line ends stand in its cells. */
function sampleFile(round: number): Buffer {
  const end = round % 2 === 0 ? '\r\n' : '\n'
  const lines = ['id,name,email,notes,score']
  for (let row = 0; row < ROWS; row++) {
    const number = round * ROWS + row
    const notes =
      number % 3 === 0
        ? 'nothing that would need quotes, at some length'
        : `"one, ""two""\nand three ${number}, at some length"`
    lines.push(`${number},"Doe, ""J"" ${number}",${sampleAddress(number)},${notes},${number % 97}.5`)
  }
  return Buffer.from(lines.join(end) + end)
}

async function* pieces(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += PIECE_BYTES) yield file.subarray(at, at + PIECE_BYTES)
}
