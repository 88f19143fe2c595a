import { type Static, Type } from 'typebox'
import { strict } from './schema.ts'

const domains = (description: string) => Type.Array(Type.String(), { description })

/** The effective settings of an installation, for its owner to read. */
export const Configuration = strict({
  settings: Type.Array(
    strict({
      name: Type.String({ description: 'The variable of the environment.' }),
      value: Type.String({ description: 'Secrets are masked; empty when not set.' }),
      help: Type.String(),
      is_default: Type.Boolean({ description: 'Whether it is what a fresh installation has.' }),
    }),
  ),
  allow_domains: domains('Never disposable, whatever the lists say.'),
  deny_domains: domains('Disposable, whatever the lists say.'),
})
export type Configuration = Static<typeof Configuration>
