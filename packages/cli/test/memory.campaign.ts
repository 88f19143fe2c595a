import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { isFullCampaign, PROGRAM_TEST } from '../../server/test/support/program.ts'
import { writeBigCsv } from './support/big-csv.ts'
import { makeFolder } from './support/folder.ts'
import { EXAMPLE, mailsiftProcess, type RunOptions } from './support/mailsift.ts'
import { useService } from './support/service.ts'

const MOST_MB = 150
const service = useService()

/** Tells its peak on stderr. The peak of the address space, because that of a new process starts at its parent's. */
const PEAK = `
import { readFileSync, writeSync } from 'node:fs'
process.on('exit', () => {
  const peakKb = process.platform === 'linux'
    ? Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
    : process.resourceUsage().maxRSS
  writeSync(2, 'peak ' + Math.round(peakKb / 1024))
})
`

/** What users have on their disks is 7 MB; this is as large as a pipe of so many rows may be, and may take a little more. */
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

test.for([...CASES, ...(isFullCampaign ? FURTHER_CASES : [])])(
  'cleaning 100,000 rows of %s keeps the memory of the command',
  PROGRAM_TEST,
  async ([from, args, notes]) => {
    const folder = await makeFolder()
    const [input, output, peak] = [join(folder, 'in.csv'), join(folder, 'out.csv'), join(folder, 'peak.mjs')]
    await writeBigCsv(input, { rows: 100_000, ...(notes && { notes }) })
    await writeFile(peak, PEAK)
    const options = { env: service.env, nodeOptions: ['--import', peak] }
    const clean = (operand: string, rest: RunOptions = {}) =>
      mailsiftProcess(['clean', operand, ...args, '-o', output, '--force', '--json'], { ...options, ...rest })
    // The first run leaves the compiled program behind: to read TypeScript takes 40 MB of its own.
    await mailsiftProcess(['clean', '--local', EXAMPLE, '-o', output, '--force'], options)
    const started = performance.now()
    const { code, stdout, stderr } = from.startsWith('a file')
      ? await clean(input)
      : await clean('-', { input: await buffer(createReadStream(input)) })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ rows: 100_000 })
    const peakMb = Number(/peak (\d+)$/.exec(stderr)?.[1])
    console.info(`${from}: peak ${peakMb} MB, ${((performance.now() - started) / 1000).toFixed(1)} s`)
    expect(peakMb).toBeLessThanOrEqual(notes ? LARGE_PIPE_MOST_MB : MOST_MB)
  },
)
