/** A proportion with its 95 % Wilson interval: `1.13 % (1.03–1.24)`. */
export function shareOf(part: number, whole: number): string {
  if (whole === 0) return '–'
  const z = 1.96
  const share = part / whole
  const scale = 1 + (z * z) / whole
  const center = (share + (z * z) / (2 * whole)) / scale
  const half = (z * Math.sqrt((share * (1 - share)) / whole + (z * z) / (4 * whole * whole))) / scale
  const shown = (value: number) => (100 * Math.min(1, Math.max(0, value))).toFixed(2)
  return `${shown(share)} % (${shown(center - half)}–${shown(center + half)})`
}

export class Tallies {
  readonly #counts = new Map<string, { part: number; whole: number }>()

  add(measure: string, isPart: boolean): void {
    const count = this.#counts.get(measure) ?? { part: 0, whole: 0 }
    this.#counts.set(measure, count)
    count.whole++
    if (isPart) count.part++
  }

  of(measure: string): { readonly part: number; readonly whole: number } {
    return this.#counts.get(measure) ?? { part: 0, whole: 0 }
  }
}
