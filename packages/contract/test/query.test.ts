import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { integerReader, PagingQuery, ValidateQuery } from '../src/index.ts'
import { accepts } from './accepts.ts'

const readPaging = integerReader(PagingQuery)
const readValidate = integerReader(ValidateQuery)
const paging = (query: Record<string, unknown>) => accepts(PagingQuery, readPaging(query))
const validate = (query: Record<string, unknown>) =>
  accepts(ValidateQuery, readValidate({ email: 'a@example.com', ...query }))

describe('paging', () => {
  test.each(['1', '25', '1000000'])('page %s is accepted', (page) => expect(paging({ page })).toBe(true))
  test.each(['1', '100'])('take %s is accepted', (take) => expect(paging({ take })).toBe(true))
  test('both may be left out', () => expect(paging({})).toBe(true))

  const never = [
    '',
    '0',
    '-1',
    '+1',
    '01',
    '1.0',
    '1e3',
    '0x10',
    ' 5',
    '5 ',
    '5\n',
    '１',
    'NaN',
    'Infinity',
    'null',
    '1,2',
  ]
  test.each([...never, '1000001', '99999999999999999999'])('page %j is refused', (page) =>
    expect(paging({ page })).toBe(false),
  )
  test.each([...never, '101'])('take %j is refused', (take) => expect(paging({ take })).toBe(false))
  test('a repeated parameter is refused', () => expect(paging({ page: ['1', '2'] })).toBe(false))
  test('an unknown parameter is refused', () => expect(paging({ size: '5' })).toBe(false))

  test('exactly the canonical decimal integers are read', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String)), (page) => {
        const canonical = /^[1-9][0-9]*$/.test(page) && Number(page) <= 1_000_000
        expect(paging({ page })).toBe(canonical)
      }),
    )
  })
})

describe('validate', () => {
  test.each(['0', '1'])('both flags take %s', (flag) => {
    expect(validate({ validate_domain: flag })).toBe(true)
    expect(validate({ validate_mx: flag })).toBe(true)
  })
  test.each(['2', '-1', '', 'true', '01', '1.0'])('both flags refuse %j', (flag) => {
    expect(validate({ validate_domain: flag })).toBe(false)
    expect(validate({ validate_mx: flag })).toBe(false)
  })
  test('the address stays a string, even when it looks like a number', () => {
    expect(readValidate({ email: '5', validate_domain: '1' })).toEqual({
      email: '5',
      validate_domain: 1,
    })
  })
})
