// How a tool is declared. Everything an assistant reads of it is in the source: no answer, contact or page can change it.
import { strict } from '@mailsift/contract/schema'
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

/** The abilities of this server, so that no tool describes more. */
export type Offered = {
  /** The engine alone, in this process: free of charge, without domain checks. */
  isLocal: boolean
  has(use: keyof Service): boolean
}

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
  description(offered: Offered): string
  annotations: ToolAnnotations
  input(offered: Offered): StandardSchemaWithJSON<object, object>
  output: StandardSchemaWithJSON<object, object>
  run(service: Partial<Service>, args: object, call: Call): Promise<Answer<object>>
}

type Declaration<Uses extends keyof Service, Input extends TObject, Output extends TObject> = Pick<
  Tool,
  'name' | 'title' | 'annotations'
> & {
  description: string | Tool['description']
  /** The function that the tool needs. */
  uses: Uses
  input: Input
  /** Arguments that the engine alone cannot serve. */
  onlyWithService?: readonly (keyof Input['properties'])[]
  output: Output
  run(use: Service[Uses], args: Static<Input>, call: Call): Promise<Answer<Static<Output>>>
}

export function defineTool<Uses extends keyof Service, Input extends TObject, Output extends TObject>(
  declaration: Declaration<Uses, Input, Output>,
): Tool {
  const { uses, description, input, onlyWithService = [], output, run } = declaration
  const schema = toStandard(input)
  const isLocal = ([name]: [string, unknown]) => !onlyWithService.includes(name)
  const localSchema = toStandard(strict(Object.fromEntries(Object.entries(input.properties).filter(isLocal))))
  return {
    ...declaration,
    description: typeof description === 'string' ? () => description : description,
    input: ({ isLocal }) => (isLocal ? localSchema : schema),
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

export const counted = (credits: number) => (credits === 1 ? '1 credit' : `${credits} credits`)

/** Read-only and idempotent. */
export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}
