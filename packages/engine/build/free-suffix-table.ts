// Compiles the suffixes with free names, and checks that the lists still confirm the entries.
import { FREE_AND_ABUSED, FREE_AND_SHARED } from '../src/domain/lists/free-suffixes.ts'
import type { DisposableSources } from './disposable.ts'
import { FEWEST_LISTED, FILLED_BY_ABUSE, SHARED } from './free-suffixes.ts'

export function compileFreeSuffixes({ lists }: DisposableSources): Map<string, number> {
  const listed = countBelow(new Set(Object.values(lists).flat()))
  const byOperator = new Map<string, number>()
  for (const [suffix, { operator }] of Object.entries(FILLED_BY_ABUSE)) {
    byOperator.set(operator, (byOperator.get(operator) ?? 0) + (listed.get(suffix) ?? 0))
  }
  const table = new Map<string, number>(SHARED.map((suffix) => [suffix, FREE_AND_SHARED]))
  for (const [suffix, { operator }] of Object.entries(FILLED_BY_ABUSE)) {
    if (byOperator.get(operator)! >= FEWEST_LISTED) table.set(suffix, FREE_AND_ABUSED)
  }
  return table
}

/** How many listed names are below each name. */
function countBelow(domains: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const domain of domains) {
    for (let at = domain.indexOf('.'); at >= 0; at = domain.indexOf('.', at + 1)) {
      const parent = domain.slice(at + 1)
      counts.set(parent, (counts.get(parent) ?? 0) + 1)
    }
  }
  return counts
}
