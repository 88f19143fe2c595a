/** Name detection in personal addresses of locales that the engine was compiled without. */
import type { Engine } from '../../src/engine.ts'
import type { Person } from './people.ts'
import { percent } from './score.ts'

type Tally = { people: number; expected: number; given: number; right: number }

/** By shape: recall (names found) and precision (names returned that are right). */
export function renderNames(groups: readonly { engine: Engine; people: readonly Person[] }[]): string {
  const tallies = new Map<string, Tally>()
  const total: Tally = { people: 0, expected: 0, given: 0, right: 0 }
  for (const { engine, people } of groups) {
    for (const person of people) {
      const tally = tallies.get(person.shape) ?? { people: 0, expected: 0, given: 0, right: 0 }
      tallies.set(person.shape, tally)
      count(tally, engine, person)
      count(total, engine, person)
    }
  }
  const rows = [...tallies, ['all', total] as const].map(
    ([shape, t]) => `| ${shape} | ${t.people} | ${percent(t.right, t.expected)} | ${percent(t.right, t.given)} |`,
  )
  return [
    '| local part | addresses | names found (recall) | names right (precision) |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

function count(tally: Tally, engine: Engine, { local, expected }: Person): void {
  const verdict = engine.validate(`${local}@contoso.com`)
  tally.people++
  const found = verdict.ok
    ? { first: verdict.firstName.toLowerCase(), last: verdict.lastName.toLowerCase() }
    : { first: '', last: '' }
  for (const part of ['first', 'last'] as const) {
    if (expected[part] !== '') tally.expected++
    if (found[part] !== '') tally.given++
    if (expected[part] !== '' && found[part] === expected[part]) tally.right++
  }
}
