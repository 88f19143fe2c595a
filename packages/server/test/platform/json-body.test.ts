import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJsonBody } from '../../src/platform/json-body.ts'

const parse = (text: string) => parseJsonBody(Buffer.from(text))

test('every JSON value that JavaScript writes is read back as it was', () => {
  // fast-check's default keys include __proto__, which is refused on purpose.
  const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'))
  fc.assert(
    fc.property(json, (value) => {
      expect(parse(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('no bytes whatever give anything but a value or invalid_json', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        parseJsonBody(Buffer.from(bytes))
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_json' })
      }
    }),
  )
})

test.each([
  ['an empty body', ''],
  ['half an object', '{"a":'],
  ['an open string', '{"a'],
  ['the same key twice', '{"a":1,"a":2}'],
  ['the same key twice in different spelling', '{"a":1,"\\u0061":2}'],
  ['the same key twice in an inner object', '[{"b":{"a":1,"a":2}}]'],
  ['__proto__', '{"__proto__":{"x":1}}'],
  ['__proto__ in escapes', '{"\\u005f_proto__":{"x":1}}'],
  ['200,000 levels', '['.repeat(200_000)],
])('%s is refused as invalid_json', (_what, text) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'invalid_json' }))
})

test('bytes that are not UTF-8 are refused rather than replaced', () => {
  expect(() => parseJsonBody(Buffer.from([0x22, 0xff, 0x22]))).toThrow(
    expect.objectContaining({ code: 'invalid_json' }),
  )
})

test('the same key in different objects and a string that looks like a key are fine', () => {
  expect(parse('[{"a":1},{"a":2},"a","a",{"x":"a","y":"a"}]')).toHaveLength(5)
})

test('escaped quotes and backslashes do not confuse the reader', () => {
  const value = { 'a"': 'b\\', c: '\\"', 'd\\': '{"c":[' }
  expect(parse(JSON.stringify(value))).toEqual(value)
})
