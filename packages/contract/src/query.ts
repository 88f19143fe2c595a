/** A decimal integer as JSON writes it, without a fraction or exponent. Nothing above a million is ever asked for. */
const DECIMAL_INTEGER = /^(?:0|[1-9][0-9]{0,14})$/

type QuerySchema = { properties: Record<string, { type?: unknown }> }

/**
 * Turns the strings of a query into the integers that its schema asks for, and leaves every other value as it came, for
 * the validator to refuse. JSON Schema validators coerce by JavaScript's rules, where `1e3`, ` 5` and `0x10` are numbers.
 */
export function readIntegers(schema: QuerySchema, query: Record<string, unknown>): Record<string, unknown> {
  const read = { ...query }
  for (const [name, { type }] of Object.entries(schema.properties)) {
    const text = read[name]
    if (type === 'integer' && typeof text === 'string' && DECIMAL_INTEGER.test(text)) read[name] = Number(text)
  }
  return read
}
