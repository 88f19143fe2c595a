import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FUNCTIONS, NO_REPLIES, PEOPLE } from '../bench/labelled/roles.ts'
import { ACCEPTED, REJECTED } from '../bench/labelled/syntax.ts'
import { COMMON, UNCOMMON } from '../bench/labelled/unicode.ts'
import { makeMachineMade } from '../bench/quality/machine-made.ts'
import { misspellings } from '../bench/quality/made.ts'
import { compareProfiles, falsePositives } from '../bench/quality/profiles.ts'
import { createRandom } from '../bench/random.ts'
import { DISPOSABLE_SERVICES, MAIL_PROVIDERS, RELAYS, WELL_KNOWN_SITES } from '../build/canaries.ts'
import { writeFilter } from '../build/filter.ts'
import { DATA_FOLDER, filesOf, readManifest, sha256 } from '../build/manifest.ts'
import { writeSortedTable, writeStringTable } from '../build/string-table.ts'
import { mayContain, openFilter } from '../src/data/filter.ts'
import { openStringTable } from '../src/data/string-table.ts'
import { createGuardEngine } from '../src/guard.ts'
import { createEngine } from '../src/index.ts'
import { createHashedText, setAscii } from '../src/text/hashed-text.ts'

const manifest = readManifest()!
const read = (name: string) => readFileSync(new URL(name, DATA_FOLDER))

const key = fc.stringMatching(/^[a-z0-9.-]{1,40}$/)

test('every file matches the manifest', () => {
  for (const { name, bytes, sha256: sum } of filesOf(manifest)) {
    expect([name, read(name).length, sha256(read(name))]).toEqual([name, bytes, sum])
  }
})

test('a table in the compact layout opens as the same table', () => {
  fc.assert(
    fc.property(fc.dictionary(key, fc.nat(0xffff), { maxKeys: 50 }), (entries) => {
      const map = new Map(Object.entries(entries))
      expect(openStringTable(writeSortedTable(map))).toEqual(openStringTable(writeStringTable(map)))
    }),
  )
})

test('a filter never misses one of its strings, and matches few others', () => {
  const text = createHashedText()
  const has = (section: Uint8Array, string: string) =>
    mayContain(openFilter(section), setAscii(text, string), 0, string.length)
  fc.assert(
    fc.property(fc.array(key), (strings) => {
      const section = writeFilter(strings)
      for (const string of strings) expect(has(section, string)).toBe(true)
    }),
  )
  const names = Array.from({ length: 5_000 }, (_, index) => `in${index}.com`)
  const section = writeFilter(names)
  const others = Array.from({ length: 20_000 }, (_, index) => `out${index}.com`)
  expect(others.filter((name) => has(section, name)).length).toBeLessThan(160)
})

test('no profile contradicts the full one: the result is the same, less, or probable', () => {
  const profiles = {
    full: createEngine(read('engine.bin')),
    console: createEngine(read('console.bin')),
    guard: createGuardEngine(read('guard.bin')),
  }
  expect([profiles.full.profile, profiles.console.profile]).toEqual(['full', 'console'])
  expect([profiles.console.dataVersion, profiles.guard.dataVersion]).toEqual(Array(2).fill(profiles.full.dataVersion))
  const locals = [
    ...FUNCTIONS,
    ...NO_REPLIES,
    ...PEOPLE,
    ...Object.values(makeMachineMade(createRandom(3), 200)).flat(),
  ]
  const domains = [...MAIL_PROVIDERS, ...RELAYS, ...DISPOSABLE_SERVICES, ...WELL_KNOWN_SITES]
  const slips = misspellings(['gmail.com', 'yahoo.com', 'hotmail.com']).map(({ slip }) => slip)
  const comparisons = compareProfiles(profiles, [
    ...[...Object.values(ACCEPTED), ...Object.values(REJECTED), COMMON, UNCOMMON].flat(),
    ...locals.map((local) => `${local}@contoso.com`),
    ...[...domains, ...slips].map((domain) => `jane.doe@${domain}`),
    ...[
      'a@x.test',
      'bob@nosuchtld',
      'b@gmail.com',
      'ann@fresh.cz.cc',
      'x@users.noreply.github.com',
      'Ann.Lee+news@mail.gmail.com',
      // A rare name beside a role, which starts with a well-known one after its first letter.
      'willing.translation@contoso.com',
      // Two joined domains below a listed domain.
      'someone@126.com.com',
      'someone@hotmail.commsn.com',
      'someone@live.nl.com',
      'someone@yahoo.com.gmail.com',
    ],
  ])
  expect(
    comparisons.flatMap(({ profile, check, contradictions }) =>
      contradictions.map((address) => [profile, check, address]),
    ),
  ).toEqual([])
  const comparison = (name: string) => comparisons.find(({ profile, check }) => `${profile} ${check}` === name)!
  // The guard never claims what it cannot know.
  expect(comparison('guard has_irregular_pattern').unknown).toBe(comparison('guard has_irregular_pattern').addresses)
  expect(comparison('console has_irregular_pattern').same).toBe(comparison('console has_irregular_pattern').addresses)
  expect(comparison('guard is_disposable').probably).toBeGreaterThanOrEqual(DISPOSABLE_SERVICES.length)
})

test('the filter of the guard matches about one other domain in 256', () => {
  const profiles = { full: createEngine(read('engine.bin')), guard: createGuardEngine(read('guard.bin')) }
  const made = Array.from({ length: 20_000 }, (_, at) => `harbour-${at}-bakery.com`)
  const { addresses, found } = falsePositives(profiles, made)
  expect(addresses).toBe(made.length)
  expect(found / addresses).toBeLessThan(2 / 256)
})

test('data of one kind is refused as data of another', () => {
  expect(() => createEngine(read('guard.bin'))).toThrow('createGuardEngine')
})
