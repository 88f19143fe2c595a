import process from 'node:process'

// Its other forms are a Java archive and binaries that do not exist for every machine.
process.env.RECHECK_BACKEND = 'pure'
const { checkSync } = await import('recheck')

const TIMEOUT_MS = 60_000
/** Some expressions can only be tried out; always by the same texts, so that a check ends the same way every time. */
const SEED = 1
/** Counting higher than this makes the proof too large to be found. */
const COUNT_MAX = 30

/** The fault of a regular expression; undefined when its time grows with the length of the text and no faster. */
export function judgePattern({ source, flags }: { source: string; flags: string }): string | undefined {
  const verdict = checkSync(withoutHighCounts(source), flags, { timeout: TIMEOUT_MS, randomSeed: SEED })
  if (verdict.status === 'safe') return undefined
  if (verdict.status === 'unknown') return `could not be judged (${verdict.error.kind})`
  return `takes ${verdict.complexity.summary} time, for example on ${verdict.attack.pattern}`
}

/** "Up to 63 of them" is judged as "any number of them", which can only take longer. */
function withoutHighCounts(source: string): string {
  return source.replace(/(?<!\\[uxpP])\{(\d+)(,?)(\d*)\}/g, (count, least: string, comma: string, most: string) => {
    if (Number(comma ? most : least) <= COUNT_MAX) return count
    return least === '0' ? '*' : '+'
  })
}
