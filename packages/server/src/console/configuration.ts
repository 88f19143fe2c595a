import process from 'node:process'
import { Configuration } from '@mailsift/contract'
import { type Access, callerOf } from '../accounts/caller.ts'
import { isOwner } from '../accounts/first-account.ts'
import { type Config, readGenerated } from '../config/config.ts'
import { describeConfig } from '../config/describe.ts'
import type { Db } from '../platform/database/database.ts'
import { AppError } from '../platform/http/problem.ts'
import type { Http } from '../platform/http/server.ts'

/** A token is for programs, and none of them needs to know how the service is set up. */
const SIGNED_IN = { permission: 'read', subscription: false, kinds: ['session', 'bearer'] } satisfies Access

export function registerConfiguration(app: Http, { db, config }: { db: Db; config: Config }): void {
  app.get(
    '/account/configuration',
    {
      config: { access: SIGNED_IN },
      schema: {
        tags: ['Account'],
        operationId: 'readConfiguration',
        summary: 'Get the configuration of the installation',
        description: 'Only for the owner of the installation, with secrets masked. Other accounts get 404.',
        response: { 200: Configuration },
      },
    },
    async (request): Promise<Configuration> => {
      if (!(await isOwner(db, callerOf(request).userId))) throw new AppError('not_found', 'Nothing exists at this URL.')
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
