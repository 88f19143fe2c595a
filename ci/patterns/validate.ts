import process from 'node:process'

// Its other forms are a Java archive and binaries that do not exist for every machine.
process.env.RECHECK_BACKEND = 'pure'
const { checkSync } = await import('recheck')

/**
 * Some expressions can only be tried out. The same texts, and limits in steps instead of seconds, make a check end the
 * same way every time: by the clock a busy machine finds every expression slow.
 */
const TRIALS = { randomSeed: 1, incubationTimeout: null, attackTimeout: null, attackLimit: 100_000_000 }
/** The longest proof takes half a minute of a core; a starved one needs many times that. */
const TIMEOUT_MS = 600_000
/** Counting higher than this makes the proof too large to be found. */
const COUNT_MAX = 30

/** The fault of a regular expression; undefined when its time grows with the length of the text and no faster. */
export function validatePattern({ source, flags }: { source: string; flags: string }): string | undefined {
  const verdict = checkSync(withFewLetters(withoutHighCounts(source)), flags, { ...TRIALS, timeout: TIMEOUT_MS })
  if (verdict.status === 'safe') return undefined
  if (verdict.status === 'unknown') return `could not be validated (${verdict.error.kind})`
  return `takes ${verdict.complexity.summary} time, for example on ${verdict.attack.pattern}`
}

/** "Up to 63 of them" is validated as "any number of them", which can only take longer. */
function withoutHighCounts(source: string): string {
  return source.replace(/(?<!\\[uxpP])\{(\d+)(,?)(\d*)\}/g, (count, least: string, comma: string, most: string) => {
    if (Number(comma ? most : least) <= COUNT_MAX) return count
    return least === '0' ? '*' : '+'
  })
}

/** The end of a word, where one letter beyond ASCII is as good as all of them: the proof has thousands fewer cases. */
function withFewLetters(source: string): string {
  return source.replaceAll('[\\p{L}\\d])', '[a-zA-Zà\\d])')
}
