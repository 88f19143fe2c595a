import { Problem, ValidationResult } from '@mailsift/contract'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'

const ajv = addFormats.default(
  new Ajv({ strict: false, allErrors: true, formats: { 'idn-email': /^[^@]+@.+$|^".*"@.+$/s } }),
)
const isResult = ajv.compile(ValidationResult)
const isProblem = ajv.compile(Problem)

export function expectResult(body: unknown): void {
  isResult(body)
  expect(isResult.errors).toBeNull()
  expectOrder(body as object, ValidationResult)
}

/** The fields that are there are in the order of §2.3. */
function expectOrder(value: object, schema: object): void {
  const { properties } = schema as { properties?: Record<string, object> }
  if (!properties) return
  expect(Object.keys(value)).toEqual(Object.keys(properties).filter((name) => name in value))
  for (const [name, member] of Object.entries(value))
    if (member !== null && typeof member === 'object') expectOrder(member, properties[name]!)
}

export async function expectProblem(answer: Response, status: number, code: string): Promise<Problem> {
  const body = (await answer.json()) as Problem
  expect([answer.status, body.code]).toEqual([status, code])
  isProblem(body)
  expect(isProblem.errors).toBeNull()
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  return body
}
