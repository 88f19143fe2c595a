// The door of probes: the self-test, and what the worker, the API and the administration need.
import type { Config } from '../../config/config.ts'
import type { DnsClient } from '../../platform/dns/client.ts'
import { createProbeDial } from './dial.ts'
import { type Check, type Identity, runSelfTest } from './self-test.ts'

export type { Check } from './self-test.ts'

type Settings = Pick<Config, 'probeHelo' | 'probeSender' | 'probeAddress' | 'probeProxy' | 'probeCheckHost' | 'dnsbl'>

export function createSelfTest(dns: Pick<DnsClient, 'ask'>, settings: Settings): () => Promise<Check[]> {
  const dial = createProbeDial({ dns, address: settings.probeAddress, proxy: settings.probeProxy })
  const deps = { dns, dial, blocklists: settings.dnsbl, greetHost: settings.probeCheckHost }
  return () => runSelfTest(deps, identityOf(settings))
}

function identityOf({ probeHelo, probeSender, probeAddress }: Settings): Identity {
  return { heloName: probeHelo, sender: probeSender, address: probeAddress }
}
