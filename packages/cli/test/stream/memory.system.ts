import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { spawn } from '../../../../scripts/testing/programs.ts'
import { makeFolder } from '../support/folder.ts'
import { CLEAN_ENV, PROGRAM } from '../support/mailsift.ts'
import { readPeak, reportPeak } from '../support/peak.ts'

const PIECE = Array.from({ length: 10_000 }, (_, row) => `ada.lovelace${row}@contoso${row}.com\n`).join('')
const PIECES = 100
const MOST_MB = { 1: 170, 2: 270 }

test.for([1, 2] as const)('a million records on %i threads keep within the memory limit', async (threads) => {
  const peak = await reportPeak(await makeFolder())
  const args = ['stream', '--format', 'tsv', '--no-header', '--columns', 'all', '--threads', `${threads}`]
  const child = spawn(process.execPath, [...peak, PROGRAM, ...args], { env: CLEAN_ENV })
  const stderr = text(child.stderr)
  let lines = 0
  child.stdout.on('data', (piece: Buffer) => {
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines++
  })
  for (let piece = 0; piece < PIECES; piece++) if (!child.stdin.write(PIECE)) await once(child.stdin, 'drain')
  child.stdin.end()
  await once(child, 'close')
  expect(lines).toBe(PIECES * 10_000)
  const { peakMb } = readPeak(await stderr)
  console.info(`${threads} threads: peak ${peakMb} MB`)
  expect(peakMb).toBeLessThanOrEqual(MOST_MB[threads])
})
