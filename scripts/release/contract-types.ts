// The types of the contract as plain TypeScript: what is published must not need the library that the schemas are made with.
import * as contract from '../../packages/contract/src/index.ts'

type Schema = {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: readonly string[]
  additionalProperties?: Schema | boolean
  description?: string
}

/** Unions of values that are no schema of their own. */
const UNIONS = {
  ErrorCode: contract.ERROR_CODES,
  RowErrorCode: contract.ROW_ERROR_CODES,
  UsageKind: contract.USAGE_KINDS,
}

export function contractTypes(): string {
  const named = Object.entries(contract).filter(([name, value]) => /^[A-Z][a-z]/.test(name) && isSchema(value)) as [
    string,
    Schema,
  ][]
  const names = new Map(named.map(([name, schema]) => [schema, name]))
  return [
    ...Object.entries(UNIONS).map(([name, values]) => `export type ${name} = ${union(values)}`),
    ...named.map(([name, schema]) => `export type ${name} = ${typeOf(schema, names, true)}`),
    '',
  ].join('\n')
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('type' in value || 'anyOf' in value || 'enum' in value)
}

function union(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(' | ')
}

function typeOf(schema: Schema, names: ReadonlyMap<Schema, string>, isRoot = false): string {
  const name = names.get(schema)
  if (name !== undefined && !isRoot) return name
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum)
  if (schema.anyOf) return schema.anyOf.map((each) => typeOf(each, names)).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, names)).join(' | ')
  switch (schema.type) {
    case 'object':
      return objectOf(schema, names)
    case 'array':
      return `Array<${typeOf(schema.items ?? {}, names)}>`
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    default:
      return 'unknown'
  }
}

function objectOf({ properties, required = [], additionalProperties }: Schema, names: ReadonlyMap<Schema, string>) {
  if (!properties && typeof additionalProperties === 'object')
    return `Record<string, ${typeOf(additionalProperties, names)}>`
  const fields = Object.entries(properties ?? {}).map(([key, schema]) => {
    const about = schema.description === undefined ? '' : `/** ${schema.description.replaceAll('*/', '* /')} */\n`
    return `${about}${JSON.stringify(key)}${required.includes(key) ? '' : '?'}: ${typeOf(schema, names)}`
  })
  return `{\n${fields.join('\n')}\n}`
}
