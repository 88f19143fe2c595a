// Most lookups that fail would succeed a little later. A chunk with rows whose domain could not be looked up is run again after
// seconds, then after minutes, and only what still fails when the job's patience ends becomes an error. Found answers are
// kept, so only the domains that failed are looked up again. The minutes are for an outage of the resolvers: while they
// answer for other names, the fault is the domain's, and the other rows of the chunk do not wait longer than seconds for it.
import type { DomainFactsService } from '../../domains/facts.ts'

const DELAYS_SECONDS = [4, 10, 40, 120]

/** The registries had their time in the first run; what they said since then is read, and no more is waited for. */
export const REGISTRY_BUDGET_AGAIN_MS = 2_000

/** For a domain that is not answered while the resolvers answer for others. */
const DOMAIN_PATIENCE_MS = 15_000

type Patience = { lookupPatienceMs: number; facts: Pick<DomainFactsService, 'resolversAnswer'> }

export async function patienceOf({ lookupPatienceMs, facts }: Patience): Promise<number> {
  if (lookupPatienceMs <= DOMAIN_PATIENCE_MS) return lookupPatienceMs
  return (await facts.resolversAnswer()) ? DOMAIN_PATIENCE_MS : lookupPatienceMs
}

/** After how many seconds the chunk is run again; undefined when there is no patience left. */
export function delayBeforeAskingAgain(askedAgain: number, patienceMs: number): number | undefined {
  const waited = DELAYS_SECONDS.slice(0, askedAgain + 1).reduce((sum, delay) => sum + delay, 0)
  return waited * 1000 <= patienceMs ? DELAYS_SECONDS[askedAgain] : undefined
}
