import { type Static, type TProperties, type TSchema, Type } from 'typebox'

/** An object without additional properties, so that a drift between code and contract is detected. */
export function strict<Properties extends TProperties>(properties: Properties, options: { description?: string } = {}) {
  return Type.Object(properties, { ...options, additionalProperties: false })
}

/** One of several strings; with JSON Schema's `enum`, one error message lists all choices. */
export function oneOf<const Values extends string[]>(
  values: readonly [...Values],
  options: { description?: string; default?: NoInfer<Values[number]> } = {},
) {
  return Type.Enum(values, { ...options, type: 'string' })
}

/**
 * The schema or null, as a type array. `anyOf` would mean the same, but a serializer would have to validate the value
 * against every branch before writing one.
 */
export function nullable<Schema extends TSchema & { type: string }>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'] })
}

/** A type array, for the same reason as `nullable`. */
export function oneOfOrNull<const Values extends string[]>(values: readonly [...Values], description: string) {
  return Type.Unsafe<Values[number] | null>({ type: ['string', 'null'], enum: [...values, null], description })
}

export const dateTime = (description?: string) =>
  Type.String({ format: 'date-time', ...(description && { description }) })

export const uri = (options: { maxLength?: number; description?: string } = {}) =>
  Type.String({ ...options, format: 'uri' })

/** RFC 6531 allows addresses that the format `email` (RFC 5321) refuses, and they are valid here. */
export const emailAddress = (description?: string) =>
  Type.String({ format: 'idn-email', ...(description && { description }) })

export const count = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) })
