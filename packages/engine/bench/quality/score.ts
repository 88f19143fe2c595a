/** One line of the report: the score of a flag on a labelled set. */
export type Score = {
  readonly flag: string
  readonly set: string
  readonly positives: number
  readonly found: number
  readonly negatives: number
  readonly wronglyFound: number
}

export function score<T>(
  flag: string,
  set: string,
  isFound: (item: T) => boolean,
  { positives = [], negatives = [] }: { positives?: readonly T[]; negatives?: readonly T[] },
): Score {
  return {
    flag,
    set,
    positives: positives.length,
    found: positives.filter(isFound).length,
    negatives: negatives.length,
    wronglyFound: negatives.filter(isFound).length,
  }
}

export function renderScores(scores: readonly Score[]): string {
  const rows = scores.map((s) => [
    s.flag,
    s.set,
    s.positives > 0 ? String(s.positives) : '',
    s.positives > 0 ? percent(s.found, s.positives) : '',
    s.negatives > 0 ? String(s.negatives) : '',
    s.negatives > 0 ? percent(s.wronglyFound, s.negatives) : '',
    s.positives > 0 && s.negatives > 0 ? percent(s.found, s.found + s.wronglyFound) : '',
  ])
  const header = ['flag', 'labelled set', 'positives', 'recall', 'negatives', 'false positives', 'precision']
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(whole, 1)).toFixed(2)} %`
}
