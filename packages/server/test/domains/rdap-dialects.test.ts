import { expect, test } from 'vitest'
import { readBootstrapFile } from '../../src/domains/rdap/bootstrap.ts'
import { readDomain, saysReserved } from '../../src/domains/rdap/read-domain.ts'
import { registryFactsAt } from '../../src/domains/registry-facts.ts'
import { BOOTSTRAP, DIALECTS, NOT_FOUND } from './registry-dialects.ts'

test.each(DIALECTS)('read whole: $manner', ({ domain, host, at, answer, record, flags = {}, ...expected }) => {
  const entry = readDomain(answer, { domain, host })
  if (!entry) throw new Error('The answer was not read as a domain')
  expect(registryFactsAt({ state: 'registered', ...entry }, Date.parse(at))).toMatchObject({
    known: true,
    record,
    flags,
  })
  if ('nameservers' in expected) expect(entry.nameservers).toEqual(expected.nameservers)
})

test('every answer survives what a database does to JSON', () => {
  for (const { domain, host, answer } of DIALECTS)
    expect(readDomain(JSON.parse(JSON.stringify(answer)), { domain, host })).toEqual(
      readDomain(answer, { domain, host }),
    )
})

test('an error answer is no domain, and its terms do not make a name reserved', () => {
  expect(readDomain(NOT_FOUND, { domain: 'no-such.org', host: 'rdap.registry.example' })).toBeUndefined()
  expect(saysReserved(NOT_FOUND)).toBe(false)
})

test("IANA's file gives one server for each top-level domain, https before http, and entries that are none are left out", () => {
  expect(Object.fromEntries(readBootstrapFile(BOOTSTRAP))).toEqual({
    com: 'https://rdap.one.example/v1/',
    net: 'https://rdap.one.example/v1/',
    kg: 'http://rdap.two.example/',
    dev: 'https://rdap.three.example/',
    'xn--p1ai': 'https://rdap.four.example/rdap/',
  })
})
