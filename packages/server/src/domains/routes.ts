import { DomainPath, DomainReport, LookupStatus } from '@mailsift/contract'
import { type Access, callerOf } from '../access/caller.ts'
import type { Http } from '../platform/http/server.ts'
import type { DomainFactsService } from './facts.ts'
import { type ReportDeps, reportDomain } from './report.ts'

export const REPORT_READER = { permission: 'read', subscription: true, scope: 'validate' } satisfies Access

export type DomainRouteDeps = ReportDeps & { facts: Pick<DomainFactsService, 'resolversAnswer'> }

/** Long enough that any number of open pages costs few questions, short enough to see that DNS is back. */
const STATUS_LIFE_MS = 5_000

export function registerDomainRoutes(app: Http, deps: DomainRouteDeps): void {
  const { facts } = deps
  let status: { answer: Promise<boolean>; until: number } | undefined
  app.get(
    '/account/lookups',
    {
      config: { access: { permission: 'read', subscription: false } },
      schema: {
        tags: ['Account'],
        operationId: 'readLookupStatus',
        summary: 'Get whether domains can be looked up',
        description:
          'Tells before a list is submitted whether its domain checks would fail because the DNS servers of this service do not answer.',
        response: { 200: LookupStatus },
      },
    },
    async (): Promise<LookupStatus> => {
      const now = performance.now()
      if (!status || status.until <= now) status = { answer: facts.resolversAnswer(), until: now + STATUS_LIFE_MS }
      return { dns: await status.answer }
    },
  )

  app.get(
    '/insight/domains/:domain',
    {
      config: { access: REPORT_READER },
      exposeHeadRoute: false,
      schema: {
        tags: ['Validate'],
        operationId: 'reportDomain',
        summary: 'Get a report about a mail domain',
        description:
          'Returns what DNS and the registry say about a domain: mail servers, registration, SPF, DMARC, MTA-STS, TLS-RPT, BIMI, DANE and, ' +
          'if the operator chose lists, DNS blocklists. It changes no verdict, and uses no credit.',
        params: DomainPath,
        response: { 200: DomainReport },
      },
    },
    (request) => reportDomain(deps, callerOf(request).accountId, request.params.domain),
  )
}
