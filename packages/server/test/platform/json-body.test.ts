import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parseJsonBody } from '../../src/platform/http/body/json-body.ts'
import type { AppError } from '../../src/platform/http/problem.ts'

const parse = (text: string) => parseJsonBody(Buffer.from(text))

test('every JSON value that JavaScript writes is read back as it was', () => {
  // fast-check's default keys include __proto__, which is refused on purpose.
  const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'))
  return fc.assert(
    fc.asyncProperty(json, async (value) => {
      expect(await parse(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('no bytes whatever give anything but a value or invalid_json', () => {
  return fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      try {
        await parseJsonBody(Buffer.from(bytes))
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
])('%s is refused as invalid_json', async (_what, text) => {
  await expect(parse(text)).rejects.toMatchObject({ code: 'invalid_json' })
})

test('bytes that are not UTF-8 are refused rather than replaced', async () => {
  await expect(parseJsonBody(Buffer.from([0x22, 0xff, 0x22]))).rejects.toMatchObject({ code: 'invalid_json' })
})

test('the same key in different objects and a string that looks like a key are fine', async () => {
  expect(await parse('[{"a":1},{"a":2},"a","a",{"x":"a","y":"a"}]')).toHaveLength(5)
})

test('escaped quotes and backslashes do not confuse the reader', async () => {
  const value = { 'a"': 'b\\', c: '\\"', 'd\\': '{"c":[' }
  expect(await parse(JSON.stringify(value))).toEqual(value)
})

const KNOWN = new Set(['emails', 'inner'])

test.each([
  ['at the top', '{"emails":[],"jane@example.com":1'],
  ['in escapes', '{"\\u0065mail":1}'],
  ['further in', '{"inner":[{"inner":{"jane@example.com":'],
])('a key that no body can have ends the reading there, %s, and is not repeated', async (_where, beginning) => {
  // What follows is not even JSON: it is not looked at.
  const refusal = await parseJsonBody(Buffer.from(`${beginning} ] ]`), KNOWN).catch((error) => error)
  expect(refusal).toMatchObject({ code: 'invalid_request' })
  const told = JSON.stringify((refusal as AppError).options)
  expect(told).toContain('emails, inner')
  expect(told + (refusal as AppError).message).not.toContain('jane')
})

test('known keys may come at any depth, and words that are no keys may be any', async () => {
  const value = { inner: [{ emails: ['other', 'emails'] }], emails: 'other' }
  expect(await parseJsonBody(Buffer.from(JSON.stringify(value)), KNOWN)).toEqual(value)
})

test.each([
  ['numbers', `[${'1,'.repeat(20_001)}1]`],
  ['empty objects', `[${'{},'.repeat(20_001)}{}]`],
])('more %s than any list may have are refused before they are made', async (_what, text) => {
  await expect(parse(text)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('a large body is read in slices: other requests run many times in between', async () => {
  // A slice ends by the clock. This one goes on by a slice at each look, so that the count does not depend on the machine.
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 5))
  onTestFinished(() => void vi.restoreAllMocks())
  const emails = Array.from({ length: 10_000 }, (_, n) => `${n}@${'x'.repeat(500)}.example`)
  const bytes = Buffer.from(JSON.stringify({ emails }))
  let turns = 0
  let goesOn = true
  const count = () => {
    turns++
    if (goesOn) setImmediate(count)
  }
  setImmediate(count)
  expect(await parseJsonBody(bytes, KNOWN)).toEqual({ emails })
  goesOn = false
  expect(turns).toBeGreaterThan(2)
})
