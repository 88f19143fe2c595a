import { getDomain } from 'tldts'
import type { EngineData } from '../../data/engine-data.ts'
import { findString } from '../../data/string-table.ts'
import { PROVIDER_INDEX, UNKNOWN_PROVIDER } from '../../provider/mail-provider.ts'
import { createHashedText } from '../../text/hashed-text.ts'
import type { MxRecord } from '../../verdict/domain-facts.ts'
import { providerOfMxHost } from './mx-providers.ts'

/** The provider of the first mail host: by the patterns, otherwise by the domain of the host. */
export function createMxReader(data: EngineData): (mx: readonly MxRecord[]) => string | undefined {
  const buffer = createHashedText()
  return ([first]) => {
    if (first === undefined) return undefined
    const byPattern = providerOfMxHost(first.host)
    if (byPattern !== undefined) return byPattern
    const root = getDomain(first.host)
    if (root === null) return undefined
    const found = findString(data.providers, buffer, root)
    const provider = found < 0 ? UNKNOWN_PROVIDER : data.providerNames[found & PROVIDER_INDEX]
    return provider === UNKNOWN_PROVIDER ? undefined : provider
  }
}
