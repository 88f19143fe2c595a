import { type Static, Type } from 'typebox'
import { strict } from './schema.ts'

const domains = (description: string) => Type.Array(Type.String(), { description })

/** The effective settings of an installation, for its owner to read. */
export const Configuration = strict({
  settings: Type.Array(
    strict({
      name: Type.String({ description: 'Name of the environment variable.' }),
      value: Type.String({ description: 'Secrets are masked. Empty if not set.' }),
      help: Type.String(),
      is_default: Type.Boolean({ description: 'Whether it has its default value.' }),
    }),
  ),
  allow_domains: domains('Domains that are never disposable.'),
  deny_domains: domains('Domains that are always disposable.'),
})
export type Configuration = Static<typeof Configuration>
