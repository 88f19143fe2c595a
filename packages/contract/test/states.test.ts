import { describe, expect, test } from 'vitest'
import {
  ENRICHMENT_EDGES,
  ENRICHMENT_STATES,
  GROUP_EDGES,
  GROUP_STATUSES,
  JOB_EDGES,
  JOB_STATUSES,
} from '../src/index.ts'

const machines = [
  { name: 'job', states: JOB_STATUSES, edges: JOB_EDGES, start: 'pending' },
  { name: 'group', states: GROUP_STATUSES, edges: GROUP_EDGES, start: 'queued' },
  { name: 'enrichment', states: ENRICHMENT_STATES, edges: ENRICHMENT_EDGES, start: 'pending' },
] as { name: string; states: readonly string[]; edges: Record<string, readonly string[]>; start: string }[]

describe.each(machines)('$name states', ({ states, edges, start }) => {
  test('edges lead from states to other states', () => {
    expect(Object.keys(edges).sort()).toEqual([...states].sort())
    for (const [from, to] of Object.entries(edges)) {
      expect(states).toEqual(expect.arrayContaining([...to]))
      expect(to).not.toContain(from)
    }
  })

  test('every state can be reached from the first one', () => {
    const seen = new Set([start])
    for (const state of seen) for (const next of edges[state] ?? []) seen.add(next)
    expect([...seen].sort()).toEqual([...states].sort())
  })
})

test.each([
  ['job', JOB_EDGES, ['completed', 'failed']],
  ['group', GROUP_EDGES, ['completed', 'partial', 'failed']],
] as const)('a finished %s changes only by expiring, and every state can expire', (_, edges, finished) => {
  for (const [from, to] of Object.entries(edges)) {
    if (from === 'expired') expect(to).toEqual([])
    else expect(to).toContain('expired')
    if ((finished as readonly string[]).includes(from)) expect(to).toEqual(['expired'])
  }
})
