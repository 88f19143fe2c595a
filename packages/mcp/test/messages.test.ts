import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MESSAGE_MAX_BYTES, onlyMessages } from '../src/messages.ts'

type Refusal = { id: unknown; error: { code: number } }

async function sift(chunks: readonly Buffer[]) {
  const refusals: object[] = []
  const passed = await Readable.from(chunks)
    .pipe(onlyMessages((refusal) => refusals.push(refusal)))
    .toArray()
  return {
    passed: passed.map(String).join(''),
    refusals: (refusals as Refusal[]).map(({ id, error }) => [id, error.code]),
  }
}

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'

describe('an invalid line gets an error response, and the next one is processed', () => {
  test.each([
    ['no JSON', '{"jsonrpc":', null, -32700],
    ['bytes that are no text', '\u0000\u0001', null, -32700],
    ['several at once', `[${PING.trim()}]`, null, -32600],
    ['none at once', '[]', null, -32600],
    ['a value', '"nothing"', null, -32600],
    ['null', 'null', null, -32600],
    ['another version', '{"jsonrpc":"1.0","id":"a","method":"ping"}', 'a', -32600],
    ['no method', '{"jsonrpc":"2.0","id":7}', 7, -32600],
    ['parameters that do not fit', '{"jsonrpc":"2.0","id":8,"method":"resources/read","params":{}}', 8, -32602],
    ['no parameters', '{"jsonrpc":"2.0","id":9,"method":"prompts/get"}', 9, -32602],
    ['an id that cannot be one', '{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32600],
    ['more than a message may have', `"${'x'.repeat(MESSAGE_MAX_BYTES)}"`, null, -32600],
  ])('%s', async (_name, line, id, code) => {
    expect(await sift([Buffer.from(`${PING}${line}\n\n \r\n${PING}`)])).toEqual({
      passed: PING + PING,
      refusals: [[id, code]],
    })
  })
})

test('the same messages arrive however the bytes are split', async () => {
  const line = fc.oneof(
    fc.constantFrom(PING.trim(), '', '[]', '{"jsonrpc":"2.0","method":"ä\u{1f600}"}'),
    fc.string({ unit: 'grapheme' }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.array(fc.nat(40)), async (lines, cuts) => {
      const bytes = Buffer.from(lines.map((each) => `${each}\n`).join(''))
      const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b), bytes.length]
      const chunks = places.slice(1).map((end, at) => bytes.subarray(places[at], end))
      expect(await sift(chunks)).toEqual(await sift([bytes]))
    }),
  )
})
