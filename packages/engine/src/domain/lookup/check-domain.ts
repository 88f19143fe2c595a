/** Applies the facts of a lookup to a domain and its addresses. */
import type { EngineData } from '../../data/engine-data.ts'
import { UNKNOWN_PROVIDER } from '../../provider/mail-provider.ts'
import { hostedRulesOf } from '../../provider/provider-rules.ts'
import type { DomainFacts } from '../../verdict/domain-facts.ts'
import { IS_DISPOSABLE, IS_TYPO_DOMAIN } from '../../verdict/flags.ts'
import { createMailDomain, MAIL_HOST_SOURCE, type MailDomain, NAME_SERVER_SOURCE } from '../../verdict/mail-domain.ts'
import { type DomainSources, type KnownDomain, knownAs } from '../known-domain.ts'
import type { SuggestDomain } from '../suggest/suggest.ts'
import { isDisposableHost, isParkingHost } from './disposable-hosts.ts'
import { createMxReader } from './mx-reader.ts'
import { areParkingNameservers } from './parking.ts'
import { findUndeliverableCause } from './undeliverable.ts'

export type CheckDomain = (known: KnownDomain, facts: DomainFacts) => KnownDomain

export function createDomainCheck(
  data: EngineData,
  { disposable, isAllowed, typoTarget }: DomainSources,
  suggestDomain: SuggestDomain,
): CheckDomain {
  const providerOfMx = createMxReader(data)
  const isDisposable = (host: string) =>
    // Hosts of a known service accept mail for everyone, so a list that contains one is wrong.
    isDisposableHost(host) || (providerOfMx([{ priority: 0, host }]) === undefined && disposable.isListedHost(host))

  function findEvidence(hosts: readonly string[], nameservers: readonly string[]): string | undefined {
    const host = hosts.find(isDisposable)
    if (host !== undefined) return `${MAIL_HOST_SOURCE}${host}`
    // Mail at a known provider means a permanent mailbox, whatever the name servers are.
    if (hosts.some((name) => providerOfMx([{ priority: 0, host: name }]) !== undefined)) return undefined
    const owner = disposable.listedNameServers(nameservers)
    return owner === undefined ? undefined : `${NAME_SERVER_SOURCE}${owner}`
  }

  return ({ domain, rules }, facts) => {
    const provider = providerOfMx(facts.mx) ?? domain.provider
    const hosts = facts.mx.map(({ host }) => host)
    const evidence = isAllowed(domain.normalized) ? undefined : findEvidence(hosts, facts.nameservers)
    const isDeliverable = findUndeliverableCause(facts) === undefined
    // A domain that accepts mail may belong to a company, however close its name is to a provider's.
    const isTypo =
      typoTarget(domain.normalized) !== undefined || (!isDeliverable && suggestDomain(domain.inbound) !== undefined)
    const checked = withFacts(domain, facts, { provider, evidence, isDeliverable, isTypo })
    // A company's own domain follows the rules of the provider that hosts its mail.
    return knownAs(checked, domain.provider === UNKNOWN_PROVIDER ? hostedRulesOf(rules, provider) : rules)
  }
}

type Findings = {
  readonly provider: string
  /** The reason why the domain is disposable, as one of `disposableSources`. */
  readonly evidence: string | undefined
  readonly isDeliverable: boolean
  readonly isTypo: boolean
}

function withFacts(
  domain: MailDomain,
  facts: DomainFacts,
  { provider, evidence, isDeliverable, isTypo }: Findings,
): MailDomain {
  const first = facts.mx[0]?.host
  const isNewlyDisposable = evidence !== undefined && (domain.flags & IS_DISPOSABLE) === 0
  return createMailDomain({
    ...domain,
    flags: (domain.flags & ~IS_TYPO_DOMAIN) | (isNewlyDisposable ? IS_DISPOSABLE : 0) | (isTypo ? IS_TYPO_DOMAIN : 0),
    disposableSources: isNewlyDisposable ? [evidence] : domain.disposableSources,
    provider,
    lookup: {
      facts,
      isParked: areParkingNameservers(facts.nameservers),
      isDeliverable,
      ...(first !== undefined && isParkingHost(first) && { parkingHost: first }),
    },
  })
}
