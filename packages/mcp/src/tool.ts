// How a tool is declared. Everything an assistant reads of it is in the source: no answer, contact or page can change it.
import {
  fromJsonSchema,
  type ResourceLink,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'
import { Ajv, AjvJsonSchemaValidator, addFormats } from '@modelcontextprotocol/server/validators/ajv'
import type { Static, TObject } from 'typebox'
import { describeErrors } from './schema-errors.ts'
import type { Call, Service } from './service.ts'

type Answer<Data> = {
  /** One or two sentences of ours; it contains nothing of the data. */
  summary: string
  data: Data
  links?: ResourceLink[]
}

export type Tool = {
  name: string
  uses: keyof Service
  title: string
  description: string
  annotations: ToolAnnotations
  input: StandardSchemaWithJSON<object, object>
  output: StandardSchemaWithJSON<object, object>
  run(service: Partial<Service>, args: object, call: Call): Promise<Answer<object>>
}

type Declaration<Uses extends keyof Service, Input extends TObject, Output extends TObject> = Pick<
  Tool,
  'name' | 'title' | 'description' | 'annotations'
> & {
  /** The function that the tool needs. */
  uses: Uses
  input: Input
  output: Output
  run(use: Service[Uses], args: Static<Input>, call: Call): Promise<Answer<Static<Output>>>
}

export function defineTool<Uses extends keyof Service, Input extends TObject, Output extends TObject>(
  declaration: Declaration<Uses, Input, Output>,
): Tool {
  const { uses, input, output, run } = declaration
  return {
    ...declaration,
    input: toStandard(input),
    output: toStandard(output),
    run: (service, args, call) => run(service[uses]!, args as Static<Input>, call),
  }
}

const ajv = new Ajv({ strict: false, validateSchema: false, verbose: true })
addFormats(ajv)
const validator = new AjvJsonSchemaValidator({
  compile: (schema) => ajv.compile(schema as object),
  getSchema: (reference) => ajv.getSchema(reference),
  errorsText: describeErrors,
})

/** Our schemas as they are: there is no second language for them. */
export function toStandard(schema: TObject): StandardSchemaWithJSON<object, object> {
  // Without what TypeBox keeps beside the schema.
  return fromJsonSchema<object>(JSON.parse(JSON.stringify(schema)), validator)
}

export const counted = (units: number) => (units === 1 ? '1 credit' : `${units} credits`)

/** Read-only and idempotent. */
export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}
