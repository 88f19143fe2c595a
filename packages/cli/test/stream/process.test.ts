// `mailsift stream` as other programs start it: as a separate process with real pipes.
import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type ChildProcessWithoutNullStreams, spawn } from '../../../../scripts/testing/programs.ts'
import { CLEAN_ENV, callHere, mailsift, mailsiftProcess, PROGRAM } from '../support/mailsift.ts'

const ROWS = 20_000
const address = (row: number) => `ada.lovelace${row}@contoso${row % 50}.com`
const LIST = Array.from({ length: ROWS }, (_, row) => `${address(row)}\n`).join('')
const ARGS = ['stream', '--format', 'tsv', '--no-header', '--columns', 'status,normalized']

function start(args: readonly string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: CLEAN_ENV })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.on('error', () => {})
  return child
}

test.for(['1', '2', '3'])('with --threads %s every record gets its result in order', async (threads) => {
  const { code, stdout, stderr } = await mailsiftProcess([...ARGS, '--threads', threads], { input: LIST })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const lines = stdout.split('\n').slice(0, -1)
  expect(lines.length).toBe(ROWS)
  expect(lines.findIndex((line, row) => line !== `safe\t${address(row)}\t${address(row)}`)).toBe(-1)
})

test.for(['1', '2'])('with --threads %s a record gets its result while the stream stays open', async (threads) => {
  const child = start([...ARGS, '--threads', threads])
  const lines = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]()
  for (const row of [1, 2, 3]) {
    child.stdin.write(`${address(row)}\n`)
    expect((await lines.next()).value).toBe(`safe\t${address(row)}\t${address(row)}\n`)
  }
  child.stdin.end()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test.for(['1', '2'])('with --threads %s it ends without a message when its reader closes the pipe', async (threads) => {
  const child = start([...ARGS, '--threads', threads])
  const stderr = text(child.stderr)
  // The input never ends.
  const feed = (error?: Error | null) => {
    if (!error) child.stdin.write(LIST, feed)
  }
  feed()
  await once(child.stdout, 'data')
  child.stdout.destroy()
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await stderr).toBe('')
})

test.for(['1', '2'])('with --threads %s it does not read ahead of a slow reader', async (threads) => {
  let [read, ahead] = [0, 0]
  const stdin = Readable.from(
    (function* () {
      for (let piece = 0; piece < 24; piece++) {
        read += ROWS
        yield Buffer.from(LIST)
      }
    })(),
    { highWaterMark: 1 },
  )
  let written = 0
  const stdout = new Writable({
    highWaterMark: 1,
    async write(piece: Buffer, _encoding, done) {
      // Fixed time: a reader slower than the command, which would get ahead without backpressure.
      await sleep(50)
      for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) written++
      ahead = Math.max(ahead, read - written)
      done()
    },
  })
  const stderr = new Writable({ write: (_piece, _encoding, done) => done() })
  expect(await callHere([...ARGS, '--threads', threads], { stdin, stdout, stderr })).toBe(0)
  expect(ahead).toBeLessThanOrEqual(6 * ROWS)
  expect(written).toBe(24 * ROWS)
})

test('the output before SIGKILL is complete: the results of the first records, in order', async () => {
  const child = start([...ARGS, '--threads', '2'])
  child.stdin.write(LIST)
  const pieces: string[] = []
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    pieces.push(piece)
    child.kill('SIGKILL')
  })
  await once(child, 'close')
  const lines = pieces.join('').split('\n').slice(0, -1)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.findIndex((line, row) => line !== `safe\t${address(row)}\t${address(row)}`)).toBe(-1)
})

test("the header names the columns, and the input's columns keep their names", async () => {
  const { stdout } = await mailsift(['stream', '--format', 'csv'], {
    input: '\ufeffid,"E-Mail",status\r\n1,ada.lovelace@contoso.com,new\r\n',
  })
  expect(stdout).toBe(
    'mailsift_status,mailsift_reason,mailsift_suggestion,mailsift_normalized,mailsift_error,id,"E-Mail",status\n' +
      'safe,ok,,ada.lovelace@contoso.com,,1,ada.lovelace@contoso.com,new\n',
  )
})

test.for([
  [['--format', 'csv', '--column', 'mail'], 'id,email\n', /no column "mail".*"id", "email"/],
  [['--format', 'csv'], 'email,id,email\n', /2 columns "email".*--column '#1'/],
  [['--format', 'csv', '--column', '电子邮件'], 'id,邮箱\n', /no column "电子邮件"/],
  [['--columns', 'status,reason,status'], '', /"status" more than once/],
  [['--columns', 'score'], '', /Unknown result column "score"/],
  [['--threads', '0'], '', /--threads takes a number/],
  [['--format', 'rowbinary', '--column', 'email'], '', /single column/],
  [['--nullable'], '', /--nullable needs --format rowbinary/],
  [['--format', 'tsv', '--no-header', '--column', 'email'], '', /takes a position such as #1/],
  [['--format', 'tsv', '--no-header', '--chunk-header'], 'no number\n', /number of records of a chunk/],
] as const)('%j is refused with one line and exit code 2', async ([args, input, complaint]) => {
  const { code, stderr } = await mailsift(['stream', ...args], { input })
  expect(code).toBe(2)
  expect(stderr).toMatch(complaint)
  expect(stderr.split('\n').length).toBeLessThanOrEqual(2)
})

test('an empty stream has an empty output', async () => {
  for (const format of ['jsonl', 'csv', 'tsv', 'rowbinary'])
    expect(await mailsift(['stream', '--format', format])).toEqual({ code: 0, stdout: '', stderr: '' })
})
