// Why arguments do not fit the schema of a tool, so that an assistant can correct them without guessing.

type SchemaError = {
  instancePath: string
  keyword: string
  message?: string
  params: Record<string, unknown>
  /** Set by the option `verbose` of Ajv. */
  parentSchema?: { properties?: object }
}

/** The first error is enough: a list of ten thousand numbers has ten thousand. */
export function describeErrors(errors: readonly SchemaError[] | null | undefined): string {
  const [error] = errors ?? []
  if (!error) return 'The arguments do not fit the schema.'
  const { instancePath, keyword, message, params, parentSchema } = error
  const path = instancePath.slice(1).split('/').filter(Boolean)
  const at = (...more: string[]) => [...path, ...more].join('.') || 'arguments'
  if (keyword === 'required') return `${at(String(params.missingProperty))} is missing.`
  if (keyword === 'additionalProperties')
    return `${at(String(params.additionalProperty))} is not a known property. Known: ${Object.keys(parentSchema?.properties ?? {}).join(', ')}.`
  if (keyword === 'enum') return `${at()} must be one of: ${(params.allowedValues as unknown[]).join(', ')}.`
  return `${at()} ${message ?? 'does not fit the schema'}.`
}
