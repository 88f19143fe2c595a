import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'

// ajv-formats does not support RFC 6531 addresses; the service writes them only after the engine has parsed them.
const ajv = new Ajv({ strict: true, formats: { 'idn-email': true } })
addFormats.default(ajv)

/** Validates like the server's validator: without coercion, removal or defaults. */
export function accepts(schema: TSchema, value: unknown): boolean {
  return ajv.validate(schema, value)
}
