/** Every property name that a body of this schema can have, at any depth; undefined where some object takes any name. */
export function knownKeysOf(schema: unknown): ReadonlySet<string> | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  const known = collected.get(schema)
  if (known !== undefined) return known ?? undefined
  const keys = new Set<string>()
  const isClosed = collect(schema as Schema, keys)
  collected.set(schema, isClosed ? keys : null)
  return isClosed ? keys : undefined
}

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
}

const collected = new WeakMap<object, ReadonlySet<string> | null>()

function collect(schema: Schema, keys: Set<string>): boolean {
  const { properties = {}, items, anyOf = [], allOf = [], oneOf = [] } = schema
  if (schema.type === 'object' && schema.additionalProperties !== false) return false
  for (const name of Object.keys(properties)) keys.add(name)
  return [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...allOf, ...oneOf].every((inner) =>
    collect(inner, keys),
  )
}
