// What must come out of the answers of registries, of our own making and recorded ones.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDomain } from '../../src/domains/rdap/read-domain.ts'
import { registryFactsAt } from '../../src/domains/registry-facts.ts'

/** What must come out of each answer. `at`: the day on which it is read. */
export type Expectation = {
  domain: string
  host: string
  at?: string
  record?: Record<string, unknown>
  flags?: Record<string, unknown>
  nameservers?: unknown
}

export function testAnswers(place: string, expectations: Record<string, Expectation>, others: readonly string[]): void {
  test('every answer has an expectation', () => {
    const files = readdirSync(place).filter((file) => file.endsWith('.json'))
    expect(files.sort()).toEqual([...Object.keys(expectations), ...others].sort())
  })

  test.each(Object.entries(expectations))('%s', (file, { domain, host, at = '2026-11-15', ...expected }) => {
    const entry = readDomain(JSON.parse(readFileSync(join(place, file), 'utf8')), { domain, host })
    if (!entry) throw new Error('The answer was not read as a domain')
    const facts = registryFactsAt({ state: 'registered', ...entry }, Date.parse(at))
    expect(facts).toMatchObject({ known: true, record: expected.record ?? {}, flags: expected.flags ?? {} })
    if ('nameservers' in expected) expect(entry.nameservers).toEqual(expected.nameservers)
  })
}
