import process from 'node:process'
import { Configuration } from '@mailsift/contract'
import type { Access } from '../access/caller.ts'
import { type Config, readGenerated } from '../config/config.ts'
import { describeConfig } from '../config/describe.ts'
import type { Http } from '../platform/http/server.ts'

/** No role in an account lets a person see how the installation is set up. */
const OPERATOR = {
  permission: 'read',
  subscription: false,
  kinds: ['session', 'bearer'],
  role: 'viewer',
  operator: true,
} satisfies Access

export function registerConfiguration(app: Http, { config }: { config: Config }): void {
  app.get(
    '/account/configuration',
    {
      config: { access: OPERATOR },
      schema: {
        tags: ['Account'],
        operationId: 'readConfiguration',
        summary: 'Get the configuration of the installation',
        description: 'Only for operators of the installation, with secrets masked. Others get 404.',
        response: { 200: Configuration },
      },
    },
    async (): Promise<Configuration> => {
      return {
        settings: describeConfig(config, readGenerated(process.env)).map(({ isDefault, ...setting }) => ({
          ...setting,
          is_default: isDefault,
        })),
        allow_domains: [...config.allowDomains],
        deny_domains: [...config.denyDomains],
      }
    },
  )
}
