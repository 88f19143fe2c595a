// Validates parameters of methods for which the library would report invalid ones as our fault (-32603).
import { INVALID_PARAMS } from '@modelcontextprotocol/server'
import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'

const compile = (schema: TSchema) => Compile(schema)

const PARAMS = new Map([
  [
    'prompts/get',
    compile(Type.Object({ name: Type.String(), arguments: Type.Optional(Type.Record(Type.String(), Type.String())) })),
  ],
  ['resources/read', compile(Type.Object({ uri: Type.String() }))],
])

/** The error response to invalid parameters, if they are invalid. */
export function refuseParams(message: unknown): object | undefined {
  const { id, method, params } = (message ?? {}) as { id?: unknown; method?: unknown; params?: unknown }
  if (typeof id !== 'string' && typeof id !== 'number') return undefined
  const expected = PARAMS.get(method as string)
  if (!expected || expected.Check(params)) return undefined
  const [problem] = expected.Errors(params)
  const where = problem?.instancePath.slice(1).replaceAll('/', '.')
  return {
    jsonrpc: '2.0',
    id,
    error: {
      code: INVALID_PARAMS,
      message: `Invalid params for ${method}: ${[where, problem?.message].filter(Boolean).join(' ')}`,
    },
  }
}
