import { createOpinions } from '@mailsift/clean/opinion'
import type { BulkItem, JobResults } from '@mailsift/contract'
import type { Engine } from '@mailsift/engine'
import type { Purpose, TieredResults } from './service.ts'

/** Stored results have flags and no tier: that depends on the purpose, and is worked out as `mailsift clean` does. */
export function withTiers(
  engine: Pick<Engine, 'validate' | 'suggest'>,
  results: JobResults,
  { policy, switches }: Purpose,
): TieredResults {
  const opinions = createOpinions(engine, { preset: policy, ...switches })
  const tiers = results.items.map((item) => {
    const address = item.input.trim()
    const { status, reason } = opinions.ofAnswer(
      address,
      engine.validate(address),
      item.error?.code ?? '',
      flagsOf(item),
    )
    // An empty input of a list is no address; only rows of a file can be blank.
    return { tier: status === 'blank' ? 'unsafe' : status, reason }
  })
  return { ...results, tiers }
}

/** As the cells of the CSV name them. */
function flagsOf({ result }: BulkItem): { [flag: string]: string } {
  if (!result) return {}
  const { disposable_sources = [], domain_age_days = '' } = result.metadata.domain
  const flags = Object.entries(result.validations).map(([name, value]) => [name, String(value)])
  return {
    ...Object.fromEntries(flags),
    disposable_sources: disposable_sources.join(','),
    domain_age_days: String(domain_age_days),
  }
}
