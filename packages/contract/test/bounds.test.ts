import type { TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import {
  Company,
  ConfirmSignUpBody,
  Enrichment,
  IdempotencyHeaders,
  IssueTokenBody,
  MxRecord,
  Person,
  PrepareUploadBody,
  Provenance,
  SubmitBody,
  UpdateContactBody,
} from '../src/index.ts'
import { accepts } from './accepts.ts'
import { contact, uploadId } from './examples.ts'

/** One code point of two UTF-16 units: bounds count characters, not units. */
const astral = (count: number) => '𝒳'.repeat(count)
const url = (length: number) => 'https://example.com/'.padEnd(length, 'a')
const { person, company, provenance } = contact.enrichment
const item = provenance[0]!

const bounds: [name: string, schema: TSchema, message: (size: number) => object, least: number, most: number][] = [
  ['emails in a list', SubmitBody, (size) => ({ emails: Array(size).fill('') }), 1, 10_000],
  ['file name', PrepareUploadBody, (size) => ({ filename: astral(size), size_bytes: 1 }), 1, 255],
  ['file size', PrepareUploadBody, (size) => ({ filename: 'a', size_bytes: size }), 1, 52_428_800],
  ['idempotency key', IdempotencyHeaders, (size) => ({ 'idempotency-key': 'k'.repeat(size) }), 1, 255],
  ['first name', UpdateContactBody, (size) => ({ email: '', firstName: astral(size), lastName: null }), 0, 64],
  ['last name', UpdateContactBody, (size) => ({ email: '', firstName: null, lastName: astral(size) }), 0, 64],
  ['person name', Person, (size) => ({ ...person, name: astral(size) }), 1, 1024],
  ['job title', Person, (size) => ({ ...person, jobTitle: astral(size) }), 1, 1024],
  ['employer', Person, (size) => ({ ...person, employer: astral(size) }), 1, 1024],
  ['location', Person, (size) => ({ ...person, location: astral(size) }), 1, 1024],
  ['person links', Person, (size) => ({ ...person, links: Array(size).fill('x') }), 0, 10],
  ['image URL', Person, (size) => ({ ...person, imageUrl: url(size) }), 21, 2048],
  ['company name', Company, (size) => ({ ...company, name: astral(size) }), 1, 1024],
  ['company description', Company, (size) => ({ ...company, description: astral(size) }), 1, 1024],
  ['company website', Company, (size) => ({ ...company, website: url(size) }), 21, 2048],
  ['company links', Company, (size) => ({ ...company, links: Array(size).fill('x') }), 0, 10],
  ['provenance URL', Provenance, (size) => ({ ...item, url: url(size) }), 21, 2048],
  ['provenance', Enrichment, (size) => ({ ...contact.enrichment, provenance: Array(size).fill(item) }), 0, 32],
  ['MX host', MxRecord, (size) => ({ priority: 1, host: 'a.'.repeat(size).slice(0, size) }), 1, 253],
  ['MX host label', MxRecord, (size) => ({ priority: 1, host: 'a'.repeat(size) }), 1, 63],
  ['password', ConfirmSignUpBody, (size) => ({ secret: '', password: astral(size) }), 8, 128],
  ['account name', ConfirmSignUpBody, (size) => ({ secret: '', password: '12345678', name: astral(size) }), 0, 64],
  ['token name', IssueTokenBody, (size) => ({ name: astral(size), permission: 'read' }), 1, 64],
]

test.each(bounds)('%s has its bounds', (_, schema, message, least, most) => {
  const verdict = (size: number) => [size, accepts(schema, message(size))]
  expect(verdict(least)).toEqual([least, true])
  expect(verdict(most)).toEqual([most, true])
  expect(verdict(most + 1)).toEqual([most + 1, false])
  // Below the shortest URL, this test proves nothing about the schema.
  if (least > 0 && least < 21) expect(verdict(least - 1)).toEqual([least - 1, false])
})

describe('submission', () => {
  test.each([
    ['neither form', {}],
    ['both forms', { emails: ['a'], upload_id: uploadId, email_column: 'e' }],
    ['half of the CSV form', { upload_id: uploadId }],
    ['a scalar for the list', { emails: 'a@example.com' }],
    ['a number among the strings', { emails: ['a', 1] }],
    ['null among the strings', { emails: [null] }],
    ['a nested list', { emails: [['a']] }],
    ['validate_domain "1"', { emails: ['a'], validate_domain: '1' }],
    ['validate_domain true', { emails: ['a'], validate_domain: true }],
    ['validate_domain 2', { emails: ['a'], validate_domain: 2 }],
    ['validate_domain null', { emails: ['a'], validate_domain: null }],
    ['its own __proto__', JSON.parse('{"emails":["a"],"__proto__":{}}')],
    ['an upload id that is no UUID', { upload_id: 'x', email_column: 'e' }],
  ])('%s is refused', (_, body) => expect(accepts(SubmitBody, body)).toBe(false))

  test('malformed addresses are rows, not reasons to refuse the request', () => {
    const emails = ['', ' ', '\u0000', '\ud800', 'a'.repeat(100_000)]
    expect(accepts(SubmitBody, { emails })).toBe(true)
  })
})

describe('file name', () => {
  const named = (filename: string) => accepts(PrepareUploadBody, { filename, size_bytes: 1 })
  test.each(['../x', 'a/b', 'a\\b', 'a\u0000', 'a\u001f', 'a\u007f', 'a\n', '\tb'])('%j is refused', (name) =>
    expect(named(name)).toBe(false),
  )
  test.each(['contacts.csv', 'Kontakte März.csv', '連絡先.csv', 'no extension', 'a\u0080'])('%j is accepted', (name) =>
    expect(named(name)).toBe(true),
  )
  test.each([1.5, '1', null, -1])('size %j is refused', (size_bytes) =>
    expect(accepts(PrepareUploadBody, { filename: 'a', size_bytes })).toBe(false),
  )
})
