// The types of the contract as plain TypeScript: what is published must not need the library that the schemas are made with.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

const SOURCES = join(import.meta.dirname, '../../packages/contract/src')

/** Types that are written by hand: they stay as they are, but for those that are read out of a list. */
function writtenTypes(): string[] {
  const text = readdirSync(SOURCES)
    .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
    .join('\n')
  return [...text.matchAll(/^export type (\w+) = (\{\n[\s\S]*?\n\}|.*)$/gm)]
    .filter(([, , type]) => !type!.startsWith('Static<'))
    .map(([, name, type]) => `export type ${name} = ${valuesOf(type!) ?? type}`)
}

const lists = new Map<string, unknown>(Object.entries(contract))

function valuesOf(type: string): string | undefined {
  if (type === 'keyof typeof ERRORS') return union(contract.ERROR_CODES)
  const list = /^\(typeof (\w+)\)\[number\]$/.exec(type)?.[1]
  return list && union(lists.get(list) as readonly unknown[])
}

export function contractTypes(): string {
  const named = Object.entries(contract).filter(([name, value]) => /^[A-Z][a-z]/.test(name) && isSchema(value)) as [
    string,
    Schema,
  ][]
  const names = new Map(named.map(([name, schema]) => [schema, name]))
  return [
    ...writtenTypes(),
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
