// The checks of requests and the writers of answers are generated code: some hundred functions, most of which a process never runs. Each is
// made with the first request that needs it; made at the start, they take a third of it.
import { AjvCompiler } from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaCompiler, FastifySerializerCompiler, FastifyValidationResult } from 'fastify/types/schema.js'

const CHECK_OPTIONS = {
  removeAdditional: false,
  coerceTypes: false,
  useDefaults: true,
  // An error then tells which properties there are.
  verbose: true,
  allowUnionTypes: true,
  formats: { 'idn-email': true },
} as const

type Compilers = { check: FastifySchemaCompiler<unknown>; write: FastifySerializerCompiler<unknown> }

export function compileAtOnce({ validateSchema = true } = {}): Compilers {
  return {
    check: AjvCompiler()({}, { customOptions: { ...CHECK_OPTIONS, validateSchema } }) as FastifySchemaCompiler<unknown>,
    write: SerializerSelector()() as FastifySerializerCompiler<unknown>,
  }
}

export function compileOnDemand(): Compilers {
  let compilers: Compilers | undefined
  const compile = () => {
    // Held against the schema of schemas they are in tests: to compile that one would delay the first request.
    compilers ??= compileAtOnce({ validateSchema: false })
    return compilers
  }
  return {
    check(route) {
      let check: FastifyValidationResult | undefined
      const validate: FastifyValidationResult = (data) => {
        check ??= compile().check(route)
        const result = check(data)
        validate.errors = check.errors
        return result
      }
      return validate
    },
    write(route) {
      let write: ReturnType<Compilers['write']> | undefined
      return (document) => {
        write ??= compile().write(route)
        return write(document)
      }
    },
  }
}
