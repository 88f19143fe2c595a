import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ContactParams, JobParams, parseContactId } from '../src/index.ts'
import { accepts } from './accepts.ts'

const CANONICAL = '0197c0de-1234-7abc-9def-0123456789ab'

test('a contact id is read from both forms in any case, and written in one', () => {
  const dashed = CANONICAL
  const plain = CANONICAL.replaceAll('-', '')
  for (const form of [dashed, dashed.toUpperCase(), plain, plain.toUpperCase()]) {
    expect(parseContactId(form)).toBe(CANONICAL)
    expect(accepts(ContactParams, { contactId: form })).toBe(true)
  }
})

test('the version digit is 1 to 8 and the variant digit 8 to b, in the dashed form', () => {
  const withDigits = (version: string, variant: string) => `0197c0de-1234-${version}abc-${variant}def-0123456789ab`
  for (const digit of '0123456789abcdef') {
    const version = withDigits(digit, '9')
    const variant = withDigits('7', digit)
    expect([digit, accepts(JobParams, { jobId: version })]).toEqual([digit, '12345678'.includes(digit)])
    expect([digit, accepts(JobParams, { jobId: variant })]).toEqual([digit, '89ab'.includes(digit)])
    expect(parseContactId(version) !== undefined).toBe('12345678'.includes(digit))
    expect(parseContactId(variant) !== undefined).toBe('89ab'.includes(digit))
  }
})

test('32 hexadecimal characters are a contact id whatever their digits, but not a job id', () => {
  const zeros = '0'.repeat(32)
  expect(parseContactId(zeros)).toBe('00000000-0000-0000-0000-000000000000')
  expect(accepts(JobParams, { jobId: zeros })).toBe(false)
})

test.each([
  '',
  CANONICAL.slice(1),
  `${CANONICAL}0`,
  ` ${CANONICAL}`,
  `${CANONICAL}\n`,
  `{${CANONICAL}}`,
  'g'.repeat(32),
])('no id: %j', (text) => {
  expect(parseContactId(text)).toBeUndefined()
  expect(accepts(ContactParams, { contactId: text })).toBe(false)
  expect(accepts(JobParams, { jobId: text })).toBe(false)
})

test('the function and the schema agree on every string', () => {
  const nearly = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEFg-'), minLength: 30, maxLength: 38 })
  const uuid = fc.oneof(fc.uuid(), fc.uuid({ version: [1, 4, 7] }), nearly, fc.string())
  fc.assert(
    fc.property(uuid, (text) => {
      expect(parseContactId(text) !== undefined).toBe(accepts(ContactParams, { contactId: text }))
    }),
  )
})
