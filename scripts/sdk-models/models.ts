// The models of the SDKs in other languages, read from the schemas of openapi.json.

export type Shape =
  | { kind: 'string' | 'integer' | 'number' | 'boolean' }
  | { kind: 'enum'; values: readonly string[]; name?: string }
  | { kind: 'list'; of: Shape }
  | { kind: 'strings' }
  | { kind: 'model'; name: string }

export type Field = { wire: string; shape: Shape; isNullable: boolean; isRequired: boolean; description?: string }
export type Model = { name: string; description?: string; fields: Field[] }
export type Models = { models: Model[]; enums: Extract<Shape, { kind: 'enum' }>[]; errorCodes: readonly string[] }

type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: (string | null)[]
  anyOf?: Schema[]
  items?: Schema
  required?: string[]
  properties?: Record<string, Schema>
}
type Document = { components: { schemas: Record<string, Schema> } }

/** The responses of the operations that the SDKs call; the schemas they refer to follow. */
const ROOTS = [
  'ValidationResult',
  'Insight',
  'DomainReport',
  'JobList',
  'JobResults',
  'SubmittedJob',
  'SubmittedGroup',
  'GroupDetail',
  'GroupList',
  'PreparedUpload',
  'PendingUploadList',
  'Download',
  'ContactList',
  'ContactPage',
  'SuppressionPage',
  'AddedSuppressions',
  'FieldProblem',
]

export function readModels(document: Document): Models {
  const { schemas } = document.components
  const models = new Map<string, Model>()
  const enums = new Map<string, Models['enums'][number]>()

  function shapeOf(schema: Schema, name: string): { shape: Shape; isNullable: boolean } {
    const variants = schema.anyOf?.filter(({ type }) => type !== 'null')
    if (variants?.length === 1) return { shape: shapeOf(variants[0]!, name).shape, isNullable: true }
    const types = [schema.type ?? []].flat()
    return {
      shape: bareShape(schema, types.find((type) => type !== 'null') ?? 'object', name),
      isNullable: types.includes('null'),
    }
  }

  function bareShape(schema: Schema, type: string, name: string): Shape {
    const referred = schema.$ref?.split('/').at(-1)
    if (referred) return namedShape(referred)
    if (schema.enum && type === 'string') return { kind: 'enum', values: schema.enum.filter((value) => value !== null) }
    if (type === 'array') return { kind: 'list', of: shapeOf(schema.items!, singular(name)).shape }
    if (type !== 'object') return { kind: type as 'string' }
    // Headers, whose names are no names of fields.
    if (Object.keys(schema.properties!).some((key) => key.includes('-'))) return { kind: 'strings' }
    addModel(name, schema)
    return { kind: 'model', name }
  }

  function namedShape(name: string): Shape {
    const schema = schemas[name]!
    if (schema.type === 'object') {
      if (!models.has(name)) addModel(name, schema)
      return { kind: 'model', name }
    }
    const { shape } = shapeOf(schema, name)
    if (shape.kind !== 'enum') return shape
    const named = { ...shape, name }
    enums.set(name, named)
    return named
  }

  function addModel(name: string, schema: Schema): void {
    const model: Model = { name, fields: [], ...(schema.description && { description: schema.description }) }
    models.set(name, model)
    const fields = Object.entries(schema.properties!).map(([wire, property]) => ({
      wire,
      ...shapeOf(property, name + pascal(wire)),
      isRequired: schema.required?.includes(wire) ?? false,
      ...(property.description && { description: property.description }),
    }))
    // Languages want arguments with a default last.
    model.fields = [...fields.filter((field) => field.isRequired), ...fields.filter((field) => !field.isRequired)]
  }

  for (const root of ROOTS) namedShape(root)
  const sorted = [...models.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return {
    models: sorted,
    enums: [...enums.values()],
    errorCodes: schemas.Problem!.properties!.code!.enum as string[],
  }
}

const pascal = (name: string) => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
export const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const singular = (name: string) => name.replace(/s$/, '')
