import { stripVTControlCharacters, styleText } from 'node:util'
import { formatCount } from '@mailsift/command/table'
import { type Context, isWatched } from './context.ts'
import { formatDuration } from './duration.ts'

export type Progress = {
  /** Shows the progress; without a total, only the count. */
  update(phase: string, done?: number, total?: number): void
  /** Removes the line. */
  clear(): void
  /** The service has accepted a group. */
  onSubmitted?(id: string): void
}

const BAR_WIDTH = 24
/** The rate of the last seconds: the start of a job says little about its end. */
const RATE_WINDOW_MS = 15_000
const CLEAR_LINE = '\r\x1b[K'

type Sample = { at: number; done: number }

/** One line at the bottom of the terminal; nothing without a terminal. */
export function showProgress(context: Pick<Context, 'stderr' | 'quiet' | 'env'>): Progress {
  const { stderr } = context
  if (!isWatched(context) || context.env.TERM === 'dumb') return { update() {}, clear() {} }
  let samples: Sample[] = []
  let phase = ''

  return {
    update(next, done, total) {
      if (next !== phase) samples = []
      phase = next
      let line = phase
      if (done !== undefined) {
        const at = performance.now()
        samples = [...samples.filter((sample) => at - sample.at < RATE_WINDOW_MS), { at, done }]
        line = [phase, ...describeProgress(samples, done, total)].join('  ')
      }
      stderr.write(CLEAR_LINE + truncate(line, stderr.columns))
    },
    clear: () => stderr.write(CLEAR_LINE),
  }

  function describeProgress(samples: Sample[], done: number, total: number | undefined): string[] {
    const rate = rateOf(samples)
    const speed = rate > 0 ? [`${formatCount(Math.round(rate))}/s`] : []
    if (!total) return [formatCount(done), ...speed]
    const share = Math.min(1, done / total)
    const left = rate > 0 && done < total ? [`${formatDuration((total - done) / rate)} left`] : []
    const counts = `${formatCount(done)} of ${formatCount(total)}`
    return [bar(share), `${Math.floor(share * 100)}%`, counts, ...speed, ...left]
  }

  function bar(share: number): string {
    const filled = Math.round(share * BAR_WIDTH)
    return styleText('green', '█'.repeat(filled), { stream: stderr }) + '░'.repeat(BAR_WIDTH - filled)
  }
}

/** Items per second. */
function rateOf(samples: readonly Sample[]): number {
  const [first, last] = [samples[0]!, samples.at(-1)!]
  return last.at > first.at ? ((last.done - first.done) / (last.at - first.at)) * 1000 : 0
}

/** A line that wraps could not be removed. */
function truncate(line: string, columns: number | undefined): string {
  const plain = stripVTControlCharacters(line)
  return columns && plain.length > columns ? plain.slice(0, columns) : line
}
