/** Realistic typos and keyboard walks. */
import type { Random } from '../random.ts'

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const STAGGER = 0.5
const NEIGHBOURS = new Map<string, string[]>()
const PLACES = ROWS.flatMap((row, y) => [...row].map((key, x) => ({ key, y, x: x + y * STAGGER })))
for (const a of PLACES) {
  const near = PLACES.filter((b) => b !== a && Math.abs(a.y - b.y) <= 1 && Math.abs(a.x - b.x) <= 1)
  NEIGHBOURS.set(
    a.key,
    near.map(({ key }) => key),
  )
}

/** Six to ten keys, each next to the previous one. */
export function keyboardWalks(random: Random, count: number): string[] {
  return Array.from({ length: count }, () => {
    let walk = random.pick([...NEIGHBOURS.keys()])
    for (let left = 5 + random.below(5); left > 0; left--) walk += random.pick(NEIGHBOURS.get(walk.at(-1)!)!)
    return walk
  })
}

/**
 * All single typos after the first letter: a letter omitted, doubled, swapped with the next, or replaced by a
 * neighboring key.
 */
export function misspellings(domains: readonly string[]): { slip: string; meant: string }[] {
  const slips = new Map<string, string>()
  for (const meant of domains) {
    const [name, ending] = meant.split('.') as [string, string]
    const add = (slip: string) => slips.set(`${slip}.${ending}`, meant)
    for (let i = 1; i < name.length; i++) {
      const [before, letter, after] = [name.slice(0, i), name[i]!, name.slice(i + 1)]
      add(before + letter + letter + after)
      if (after !== '') add(before + after[0]! + letter + after.slice(1))
      if (i < name.length - 1) add(before + after)
      for (const key of NEIGHBOURS.get(letter) ?? []) add(before + key + after)
    }
  }
  for (const domain of domains) slips.delete(domain)
  return [...slips].map(([slip, meant]) => ({ slip, meant }))
}
