// The report about a mail domain: what DNS and the registry say, and how its mail is protected.
import type { DomainReport } from '@mailsift/contract'
import { type DomainFacts, type Engine, registrableDomain } from '@mailsift/engine'
import { registryStateOf } from '@mailsift/engine/registry-state'
import { AppError } from '../platform/http/problem.ts'
import type { Checked } from './checked.ts'
import { type DomainFactsService, domainToAskAbout } from './facts.ts'

export type ReportDeps = {
  engine: Pick<Engine, 'validate'>
  facts: Pick<DomainFactsService, 'lookUp' | 'lookUpPosture'>
  registryBudgetMs: number
}

export async function reportDomain(
  { engine, facts, registryBudgetMs }: ReportDeps,
  accountId: string,
  name: string,
): Promise<DomainReport> {
  const verdict = engine.validate(`postmaster@${name}`)
  if (!verdict.ok)
    throw new AppError('invalid_request', 'Enter a domain such as contoso.com, without https://, a path or an @ sign.')
  const domain = domainToAskAbout(verdict.domain)
  const found = await facts.lookUp(domain, registryBudgetMs, accountId)
  const mailHosts = found.known ? found.value.mx.map(({ host }) => host) : undefined
  const root = registrableDomain(domain) ?? domain
  const { posture, checkedAt } = await facts.lookUpPosture({ domain, registrableDomain: root, mailHosts })
  return { domain, checked_at: new Date(checkedAt).toISOString(), ...describe(found, root), posture }
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
