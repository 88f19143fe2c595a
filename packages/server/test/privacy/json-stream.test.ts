import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacters } from '../../../engine/test/support/any-characters.ts'
import { JsonText, LongText, streamJson } from '../../src/privacy/json-stream.ts'

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

async function textOf(value: unknown): Promise<string> {
  let text = ''
  for await (const piece of streamJson(value)) text += piece
  return text
}

test('a document in pieces is the document in one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), fc.array(anyCharacters()), async (values, pieces) => {
      const streamed = {
        plain: values,
        left_out: undefined,
        list: each(values),
        raw: each(values.map((value) => new JsonText(JSON.stringify(value)))),
        long: { text: new LongText(each(pieces)) },
        time: new Date(0),
      }
      const whole = { plain: values, list: values, raw: values, long: { text: pieces.join('') }, time: new Date(0) }
      expect(JSON.parse(await textOf(streamed))).toEqual(JSON.parse(JSON.stringify(whole)))
    }),
  )
})

test('no more is requested than has been taken', async () => {
  let asked = 0
  async function* endless() {
    for (;;) yield ++asked
  }
  for await (const piece of streamJson({ list: endless() })) if (piece === '3') break
  expect(asked).toBe(3)
})
