import { expect, test } from 'vitest'
import { ERROR_CODES, ERRORS, Problem, ROW_ERROR_CODES, RowError } from '../src/index.ts'
import { accepts } from './accepts.ts'
import { problem } from './examples.ts'

test('every code has a client or server error status, a title, and a place in the problem schema', () => {
  for (const code of ERROR_CODES) {
    expect(ERRORS[code].status).toBeGreaterThanOrEqual(400)
    expect(ERRORS[code].status).toBeLessThan(600)
    expect(ERRORS[code].title).toMatch(/^[A-Z].*[^.]$/)
    expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
    expect(accepts(Problem, { ...problem, code, status: ERRORS[code].status })).toBe(true)
  }
  expect(accepts(Problem, { ...problem, code: 'no_such_code' })).toBe(false)
})

test('the conditions of §7 have the statuses that the interface promises', () => {
  const statuses = (status: number) => ERROR_CODES.filter((code) => ERRORS[code].status === status)
  expect(statuses(409)).toEqual(expect.arrayContaining(['idempotency_conflict', 'csv_not_ready']))
  expect(statuses(410)).toEqual(expect.arrayContaining(['job_expired']))
  expect(statuses(404)).toEqual(['not_found'])
  expect(statuses(429)).toEqual(expect.arrayContaining(['too_many_unfinished', 'too_many_uploads']))
})

test('a row error has one of the row codes', () => {
  for (const code of ROW_ERROR_CODES) expect(accepts(RowError, { code, message: '' })).toBe(true)
  expect(accepts(RowError, { code: 'rate_limited', message: '' })).toBe(false)
})
