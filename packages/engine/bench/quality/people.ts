/** Personal addresses in the forms that people make from their names, with those names. */
import type { LocaleNames } from '../../build/name-lists/read.ts'
import type { Random } from '../random.ts'

export type Person = {
  readonly local: string
  readonly shape: string
  readonly given: string
  readonly family: string
  /** The names that can be read from the local part alone. */
  readonly expected: { readonly first: string; readonly last: string }
}

type Shape = {
  readonly name: string
  readonly make: (given: string, family: string, year: string) => string
  readonly shows: 'both' | 'given' | 'family'
}

const SHAPES: readonly Shape[] = [
  { name: 'given.family', make: (g, f) => `${g}.${f}`, shows: 'both' },
  { name: 'given_family', make: (g, f) => `${g}_${f}`, shows: 'both' },
  { name: 'family.given', make: (g, f) => `${f}.${g}`, shows: 'both' },
  { name: 'givenfamily', make: (g, f) => `${g}${f}`, shows: 'both' },
  { name: 'given.family + year', make: (g, f, y) => `${g}.${f}${y}`, shows: 'both' },
  { name: 'givenfamily + year', make: (g, f, y) => `${g}${f}${y}`, shows: 'both' },
  { name: 'g.family', make: (g, f) => `${g[0]}.${f}`, shows: 'family' },
  { name: 'gfamily', make: (g, f) => `${g[0]}${f}`, shows: 'family' },
  { name: 'given.f', make: (g, f) => `${g}.${f[0]}`, shows: 'given' },
  { name: 'given + year', make: (g, _, y) => `${g}${y}`, shows: 'given' },
  { name: 'family', make: (_, f) => f, shows: 'family' },
]

export function makePeople(random: Random, { given, family }: LocaleNames, count: number): Person[] {
  if (given.length === 0 || family.length === 0) return []
  return Array.from({ length: count }, () => {
    const shape = random.pick(SHAPES)
    const g = random.pick(given)
    const f = random.pick(family)
    const year = String(random.chance(0.5) ? 1950 + random.below(60) : random.below(100)).padStart(2, '0')
    return {
      local: shape.make(g, f, year),
      shape: shape.name,
      given: g,
      family: f,
      expected: { first: shape.shows === 'family' ? '' : g, last: shape.shows === 'given' ? '' : f },
    }
  })
}
