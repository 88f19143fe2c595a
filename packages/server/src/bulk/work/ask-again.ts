// Most look-ups that fail would succeed a little later. A chunk with rows whose domain could not be looked up is run again after
// seconds, then after minutes, and only what still fails when the job's patience ends becomes an error. What was found out
// is kept meanwhile, so only the domains that failed are asked about again.

const DELAYS_SECONDS = [4, 10, 40, 120]

/** The registries had their time in the first run; what they said since then is read, and no more is waited for. */
export const REGISTRY_BUDGET_AGAIN_MS = 2_000

/** After how many seconds the chunk is run again; undefined when there is no patience left. */
export function delayBeforeAskingAgain(askedAgain: number, patienceMs: number): number | undefined {
  const waited = DELAYS_SECONDS.slice(0, askedAgain + 1).reduce((sum, delay) => sum + delay, 0)
  return waited * 1000 <= patienceMs ? DELAYS_SECONDS[askedAgain] : undefined
}
