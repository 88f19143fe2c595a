import { AjvCompiler } from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify/types/schema.js'

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

/** A test holds the schemas against the schema of schemas; a start does not wait for that. */
export function createCompilers({ validateSchema = false } = {}): Compilers {
  return {
    check: AjvCompiler()({}, { customOptions: { ...CHECK_OPTIONS, validateSchema } }) as FastifySchemaCompiler<unknown>,
    write: SerializerSelector()() as FastifySerializerCompiler<unknown>,
  }
}
