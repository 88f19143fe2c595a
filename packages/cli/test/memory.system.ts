import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { isFullRun } from '../../server/test/support/program.ts'
import { writeBigCsv } from './support/big-csv.ts'
import { makeFolder } from './support/folder.ts'
import { EXAMPLE, mailsiftProcess, type RunOptions } from './support/mailsift.ts'
import { readPeak, reportPeak } from './support/peak.ts'
import { useProgram } from './support/service.ts'

const MOST_MB = 150
const service = useProgram()

/**
 * Users' lists have about 7 MB; this one is as large as a pipe of that many rows may be, and may use a little more
 * memory.
 */
const LARGE_PIPE_MOST_MB = 180
const LONG_NOTES = 'nothing to say, '.repeat(26)

type Case = readonly [from: string, args: readonly string[], notes: string | undefined]

const CASES: readonly Case[] = [
  ['a pipe of 47 MB', [], LONG_NOTES],
  ['a pipe, locally', ['--local'], undefined],
  ['a file, locally, of which some are kept', ['--local', '--only', 'safe'], undefined],
]
const FURTHER_CASES: readonly Case[] = [
  ['a file', [], undefined],
  ['a pipe', [], undefined],
  ['a file, locally', ['--local'], undefined],
]

test.for([...CASES, ...(isFullRun ? FURTHER_CASES : [])])(
  'cleaning 100,000 rows of %s keeps within the memory limit',
  async ([from, args, notes]) => {
    const folder = await makeFolder()
    const [input, output] = [join(folder, 'in.csv'), join(folder, 'out.csv')]
    await writeBigCsv(input, { rows: 100_000, ...(notes && { notes }) })
    const options = { env: service.env, nodeOptions: await reportPeak(folder) }
    const clean = (operand: string, rest: RunOptions = {}) =>
      mailsiftProcess(['clean', operand, ...args, '-o', output, '--force', '--json'], { ...options, ...rest })
    // The first run fills the compile cache: reading TypeScript alone takes 40 MB.
    await mailsiftProcess(['clean', '--local', EXAMPLE, '-o', output, '--force'], options)
    const started = performance.now()
    const { code, stdout, stderr } = from.startsWith('a file')
      ? await clean(input)
      : await clean('-', { input: await buffer(createReadStream(input)) })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ rows: 100_000 })
    const { peakMb } = readPeak(stderr)
    console.info(`${from}: peak ${peakMb} MB, ${((performance.now() - started) / 1000).toFixed(1)} s`)
    expect(peakMb).toBeLessThanOrEqual(notes ? LARGE_PIPE_MOST_MB : MOST_MB)
  },
)

/** Includes the table for duplicates, which is limited to a million addresses. */
const LONG_LIST_MOST_MB = 165
const TWO_GIGABYTES = 2 * 1024 ** 3
const TWO_GIGABYTES_MOST_MB = 250

async function cleanLong(rows: number, notes: string): Promise<{ bytes: number; peakMb: number }> {
  const folder = await makeFolder()
  const input = join(folder, 'in.csv')
  await writeBigCsv(input, { rows, notes })
  const { size: bytes } = await stat(input)
  const options = { nodeOptions: await reportPeak(folder) }
  await mailsiftProcess(['clean', '--local', EXAMPLE, '-o', '/dev/null'], options)
  const started = performance.now()
  const { code, stdout, stderr } = await mailsiftProcess(
    // The data for finding duplicates grows with the list.
    ['clean', '--local', '--no-dedupe', input, '-o', '/dev/null', '--json'],
    options,
  )
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ rows, written: rows })
  const { peakMb } = readPeak(stderr)
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.info(`${(bytes / 1e6).toFixed(0)} MB, ${rows} rows, locally: peak ${peakMb} MB, ${seconds} s`)
  return { bytes, peakMb }
}

test('a list three times as long keeps within the memory limit', async () => {
  expect((await cleanLong(300_000, 'x')).peakMb).toBeLessThanOrEqual(LONG_LIST_MOST_MB)
})

test.runIf(isFullRun)('a list of 2 GB keeps within the memory limit', async () => {
  const { bytes, peakMb } = await cleanLong(5_000_000, 'nothing to say, '.repeat(24))
  expect(bytes).toBeGreaterThan(TWO_GIGABYTES)
  expect(peakMb).toBeLessThanOrEqual(TWO_GIGABYTES_MOST_MB)
})
