import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'

// ajv-formats has no RFC 6531 addresses; the service writes them only after the engine has parsed them.
const ajv = new Ajv({ strict: true, formats: { 'idn-email': true } })
addFormats.default(ajv)

/** Validates as the server's validator does: nothing is coerced, removed or defaulted. */
export function accepts(schema: TSchema, value: unknown): boolean {
  return ajv.validate(schema, value)
}
