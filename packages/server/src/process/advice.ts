import type { Config } from '../config/config.ts'
import type { Log } from '../platform/log.ts'

/** Warnings about settings that work and should be set otherwise; logged once for each start. */
export function warnOfSettings(config: Config, log: Log): void {
  if (!config.operatorContact && (config.registryLookups || config.enrichment))
    log.warn(
      'OPERATOR_CONTACT is not set: registries and websites that this service asks are not told how to reach you, and may refuse it. Set it to your email address or a page about this service: OPERATOR_CONTACT=admin@example.com npm start',
    )
}
