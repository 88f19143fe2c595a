import { DomainPath, DomainReport, LookupStatus } from '@mailsift/contract'
import { type DomainFacts, type Engine, registrableDomain } from '@mailsift/engine'
import { registryStateOf } from '@mailsift/engine/registry-state'
import { type Access, callerOf } from '../access/caller.ts'
import { AppError } from '../platform/http/problem.ts'
import type { Http } from '../platform/http/server.ts'
import type { Checked } from './checked.ts'
import { type DomainFactsService, domainToAskAbout } from './facts.ts'

const CALLER = { permission: 'read', subscription: true, scope: 'validate' } satisfies Access

export type DomainRouteDeps = {
  engine: Pick<Engine, 'validate'>
  facts: Pick<DomainFactsService, 'lookUp' | 'lookUpPosture' | 'resolversAnswer'>
  registryBudgetMs: number
}

/** Long enough that any number of open pages costs few questions, short enough to see that DNS is back. */
const STATUS_LIFE_MS = 5_000

export function registerDomainRoutes(app: Http, { engine, facts, registryBudgetMs }: DomainRouteDeps): void {
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
      config: { access: CALLER },
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
    async (request): Promise<DomainReport> => {
      const verdict = engine.validate(`postmaster@${request.params.domain}`)
      if (!verdict.ok)
        throw new AppError(
          'invalid_request',
          'Enter a domain such as contoso.com, without https://, a path or an @ sign.',
        )
      const domain = domainToAskAbout(verdict.domain)
      const found = await facts.lookUp(domain, registryBudgetMs, callerOf(request).userId)
      const mailHosts = found.known ? found.value.mx.map(({ host }) => host) : undefined
      const root = registrableDomain(domain) ?? domain
      const { posture, checkedAt } = await facts.lookUpPosture({ domain, registrableDomain: root, mailHosts })
      return { domain, checked_at: new Date(checkedAt).toISOString(), ...describe(found, root), posture }
    },
  )
}

function describe(found: Checked<DomainFacts>, root: string): Pick<DomainReport, 'mail' | 'registration'> {
  const isSilent = registryStateOf({ root, has_valid_mx_records: false }) === 'not_published'
  const state = isSilent ? ('not_published' as const) : ('unknown' as const)
  const unknown = { state, registrar: null, registered_at: null, expires_at: null }
  if (!found.known) return { mail: { state: 'unknown', mail_hosts: [] }, registration: { ...unknown, nameservers: [] } }
  const { mx, deliverableByDns, nameservers, registry } = found.value
  const mail = { state: deliverableByDns ? ('accepts' as const) : ('refuses' as const), mail_hosts: [...mx] }
  if (!registry.known) return { mail, registration: { ...unknown, nameservers: [...nameservers] } }
  const { registrar_name, registered_at, expires_at, provider } = registry.record
  return {
    mail,
    registration: {
      // Every answer about a registered name has a provider.
      state: provider === null ? 'not_registered' : 'known',
      registrar: registrar_name,
      registered_at,
      expires_at,
      nameservers: [...nameservers],
    },
  }
}
