// The door of probes: what the worker, the API and the administration need of them.
import type { Config } from '../config/config.ts'
import type { DomainFactsService } from '../domains/facts.ts'
import type { HashDeps } from '../mailboxes/hash.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { DnsClient } from '../platform/dns/client.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { createAddressesOf, createProbeDial } from './dial.ts'
import { createHostLimits } from './limits.ts'
import { createReadiness } from './readiness.ts'
import { createProbe, type Probe } from './run.ts'
import { type Check, type Identity, runSelfTest } from './self-test.ts'

export { deleteOldProbes, probeCron } from './delete-old.ts'
export { readBudget } from './limits.ts'
export { registerListProbeRoutes } from './lists/routes.ts'
export { selectFromList } from './lists/select.ts'
export { listAllowed, listLog, readProbeStatus } from './overview.ts'
export { requestProbe, setAllowed } from './requests.ts'
export type { Check } from './self-test.ts'

type Settings = Pick<
  Config,
  | 'probeHelo'
  | 'probeSender'
  | 'probeAddress'
  | 'probeProxy'
  | 'probeCheckHost'
  | 'probeDailyMax'
  | 'probeSkipHosts'
  | 'dnsbl'
>

/** Conversations wait nearly all the time. */
export const PROBE_CONCURRENCY = 10

export function createSelfTest(dns: Pick<DnsClient, 'ask'>, settings: Settings): () => Promise<Check[]> {
  const dial = createProbeDial({ dns, address: settings.probeAddress, proxy: settings.probeProxy })
  const deps = { dns, dial, blocklists: settings.dnsbl, greetHost: settings.probeCheckHost }
  return () => runSelfTest(deps, identityOf(settings))
}

export type ProbePartsDeps = HashDeps & {
  db: Db
  log: Log
  metrics: Metrics
  facts: Pick<DomainFactsService, 'lookUp'>
  dns: Pick<DnsClient, 'ask'>
}

export function openProbe(deps: ProbePartsDeps, settings: Settings): Probe {
  const { db, log, dns } = deps
  const identity = identityOf(settings)
  return createProbe(
    {
      ...deps,
      clock: systemClock,
      dial: createProbeDial({ dns, address: settings.probeAddress, proxy: settings.probeProxy }),
      addressesOf: createAddressesOf({ dns, address: settings.probeAddress }),
      readiness: createReadiness({ db, log, identity, runSelfTest: createSelfTest(dns, settings) }),
      limits: createHostLimits({ db, clock: systemClock }),
    },
    { identity, dailyMax: settings.probeDailyMax, skipHosts: settings.probeSkipHosts },
  )
}

function identityOf({ probeHelo, probeSender, probeAddress }: Settings): Identity {
  return { heloName: probeHelo, sender: probeSender, address: probeAddress }
}
