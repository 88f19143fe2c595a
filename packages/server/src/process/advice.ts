import type { Config } from '../config/config.ts'
import type { Log } from '../platform/log.ts'

/** Warnings about settings that work and should be set otherwise; logged once for each start. */
export function warnOfSettings(config: Config, log: Log): void {
  if (!config.operatorContact && (config.registryLookups || config.enrichment))
    log.warn(
      'OPERATOR_CONTACT is not set: registries and websites may block requests without a contact. Set it to your email address or website, such as OPERATOR_CONTACT=admin@example.com',
    )
}
