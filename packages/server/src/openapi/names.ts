// Routes write their schemas out; the document names each resource once and refers to it.
import * as contract from '@mailsift/contract'
import { Problem } from '@mailsift/contract'
import type { Document, Schema } from './document.ts'

/** Parts of a request that are spread over it, and are never in one place. */
const SPREAD = /(?:Params|Query|Headers)$/

const NAMES = new Map(
  Object.entries(contract).flatMap(([name, value]): [string, string][] =>
    isResource(value) && !SPREAD.test(name) ? [[JSON.stringify(value), name]] : [],
  ),
)

export function nameSchemas(document: Document): Document {
  const schemas: Record<string, unknown> = {}

  function refer(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(refer)
    if (typeof value !== 'object' || value === null) return value
    const name = NAMES.get(JSON.stringify(value))
    if (name) return define(name, value as Schema)
    const present = NAMES.get(JSON.stringify({ ...value, type: 'object' }))
    if (present && isNullable(value)) {
      const { type: _, ...rest } = value as Schema
      return { anyOf: [define(present, { type: 'object', ...rest }), { type: 'null' }] }
    }
    return inside(value as Schema)
  }
  function inside(value: Schema): Schema {
    // Examples are data, however much they look like a schema.
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, key === 'example' || key === 'examples' ? each : refer(each)]),
    )
  }
  function define(name: string, schema: Schema): Schema {
    schemas[name] ??= inside(schema)
    return { $ref: `#/components/schemas/${name}` }
  }

  const paths = refer(document.paths) as Document['paths']
  refer({ ...Problem })
  const named = Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return {
    ...document,
    paths,
    components: { ...document.components, schemas: named },
  }
}

function isResource(value: unknown): value is Schema {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const schema = value as Schema
  return schema.type === 'object' || 'anyOf' in schema || ('enum' in schema && 'type' in schema)
}

function isNullable(value: object): boolean {
  const { type } = value as Schema
  return Array.isArray(type) && type.join() === 'object,null'
}
