// Renders a schema as the rows of docs/contract.md: the field, its type with all bounds, and whether it is required.
import * as contract from '../src/index.ts'

export type SchemaRow = [field: string, type: string, required: 'yes' | 'no']

type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  default?: unknown
  deprecated?: boolean
}

const FORMATS: Record<string, string> = {
  uuid: 'UUID',
  'date-time': 'date-time',
  date: 'date',
  uri: 'URI',
  'uri-reference': 'URI reference',
  'idn-email': 'email address',
}

/** All exported object schemas by name. */
export const objectSchemas = new Map(
  Object.entries<unknown>(contract).filter(
    (entry): entry is [string, JsonSchema] => (entry[1] as JsonSchema).properties !== undefined,
  ),
)

/** A nullable schema is a copy with the same properties. */
const names = new Map([...objectSchemas].map(([name, schema]) => [schema.properties, name]))

/** Nested objects without a name are rendered as fields with dotted names. */
export function rowsOf(schema: JsonSchema, prefix = '', optional = false): SchemaRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => {
    const isOptional = optional || !schema.required?.includes(field)
    const [array, element] = inner.items ? ['[]', inner.items] : ['', inner]
    if (element.properties && !names.has(element.properties))
      return rowsOf(element, `${prefix}${field}${array}.`, isOptional)
    return [[`${prefix}${field}`, typeOf(inner), isOptional ? 'no' : 'yes'] satisfies SchemaRow]
  })
}

function typeOf(schema: JsonSchema): string {
  const types = [schema.type ?? []].flat()
  const parts = [
    baseOf(schema, types),
    bounds(schema.minLength, schema.maxLength, ' characters'),
    bounds(schema.minItems, schema.maxItems, ' items'),
    bounds(schema.minimum, schema.maximum, ''),
    schema.pattern && 'by a pattern',
    types.includes('null') && 'or null',
    schema.default !== undefined && `default ${schema.default}`,
    schema.deprecated && 'deprecated',
  ]
  return parts.filter(Boolean).join(', ')
}

function baseOf(schema: JsonSchema, types: string[]): string {
  const name = schema.properties && names.get(schema.properties)
  if (name) return `\`${name}\``
  if (schema.enum?.length === contract.ERROR_CODES.length) return 'error code'
  if (schema.enum)
    return schema.enum
      .filter((value) => value !== null)
      .map(code)
      .join(' ')
  if (schema.items) return `array of ${typeOf(schema.items)}`
  if (schema.format) return FORMATS[schema.format] ?? `unknown format ${schema.format}`
  return types.filter((type) => type !== 'null').join(' or ')
}

function bounds(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  if (least === undefined && most === undefined) return undefined
  if (most === undefined) return `at least ${grouped(least!)}${unit}`
  return least === undefined ? `at most ${grouped(most)}${unit}` : `${grouped(least)} to ${grouped(most)}${unit}`
}

export function grouped(number: number): string {
  return number.toLocaleString('en-US')
}

function code(value: unknown): string {
  return `\`${value}\``
}
