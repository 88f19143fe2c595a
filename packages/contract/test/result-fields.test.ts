import { expect, test } from 'vitest'
import { ValidationResult } from '../src/index.ts'
import { RESULT_FIELDS, type ResultField } from '../src/result-fields.ts'

type Schema = { properties?: Record<string, Schema>; required?: readonly string[] }

/** Optional in the contract because it is deprecated, but every result has it. */
const ALWAYS_THERE = 'disposable_sources'

function fieldsOf({ properties = {}, required }: Schema): ResultField[] {
  return Object.entries(properties).map(([key, schema]) => ({
    key,
    ofDomainCheck: !required?.includes(key) && key !== ALWAYS_THERE,
    ...(schema.properties && { below: fieldsOf(schema) }),
  }))
}

test('the table of fields matches the schema of a result: the same names, order and optional fields', () => {
  expect(RESULT_FIELDS).toEqual(fieldsOf(ValidationResult as Schema))
})
