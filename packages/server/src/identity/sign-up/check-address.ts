import { type Engine, tier } from '@mailsift/engine'
import { type DomainFactsService, domainToAskAbout } from '../../domains/facts.ts'
import { AppError } from '../../platform/http/problem.ts'
import { canSignIn } from '../users/users.ts'

/** Refuses an address that our own verdict calls unsafe for a sign-up, with its reason. It says nothing about accounts. */
export type CheckAddress = (email: string) => Promise<void>

export type CheckAddressDeps = {
  engine: Pick<Engine, 'validate' | 'withDomainFacts'>
  facts: Pick<DomainFactsService, 'lookUp'>
  /** Empty: every domain. */
  domains: readonly string[]
}

export function createAddressCheck({ engine, facts, domains }: CheckAddressDeps): CheckAddress {
  const allowed = new Set(domains.map((domain) => domain.toLowerCase()))
  return async (email) => {
    const verdict = engine.validate(email)
    if (!verdict.ok) throw new AppError('invalid_email', verdict.error.message)
    if (!canSignIn(email)) throw new AppError('invalid_email', 'This address cannot be used to sign in.')
    if (allowed.size > 0 && !allowed.has(email.trim().toLowerCase().split('@')[1]!))
      throw new AppError('address_refused', `Sign up with an address of ${[...allowed].join(', ')}.`)
    const found = await facts.lookUp(domainToAskAbout(verdict.domain), 0)
    // A lookup that failed is no reason to refuse: the mail will tell.
    const { tier: decided, reasons } = tier(
      found.known ? engine.withDomainFacts(verdict, found.value) : verdict,
      'sign-up',
    )
    if (decided === 'unsafe') throw new AppError('address_refused', `${reasons[0]!.sentence} Use another address.`)
  }
}
