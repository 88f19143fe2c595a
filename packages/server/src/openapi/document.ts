/** As much of OpenAPI 3.1 as is touched here. */
export type Schema = { [keyword: string]: unknown }
type Media = { schema?: Schema; example?: unknown; examples?: Record<string, unknown> }
export type Answer = { description: string; content?: Record<string, Media> }
export type Operation = {
  operationId: string
  tags: string[]
  parameters?: { name: string; required?: boolean; deprecated?: boolean; schema: Schema; example?: unknown }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Answer>
}
export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
  [field: string]: unknown
}

export function operationsOf({ paths }: Pick<Document, 'paths'>): Operation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods))
}
