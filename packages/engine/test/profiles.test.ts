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
import { MAIL_PROVIDERS, RELAYS, THROW_AWAY_SERVICES, WELL_KNOWN_SITES } from '../build/canaries.ts'
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

test('every file is the one that the manifest describes', () => {
  for (const { name, bytes, sha256: sum } of filesOf(manifest)) {
    expect([name, read(name).length, sha256(read(name))]).toEqual([name, bytes, sum])
  }
})

test('a table in the layout for a network opens as the same table', () => {
  fc.assert(
    fc.property(fc.dictionary(key, fc.nat(0xffff), { maxKeys: 50 }), (entries) => {
      const map = new Map(Object.entries(entries))
      expect(openStringTable(writeSortedTable(map))).toEqual(openStringTable(writeStringTable(map)))
    }),
  )
})

test('a filter never misses one of its strings, and takes few others for its own', () => {
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

test('no profile contradicts the full one: it says the same, less, or that it is probable', () => {
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
  const domains = [...MAIL_PROVIDERS, ...RELAYS, ...THROW_AWAY_SERVICES, ...WELL_KNOWN_SITES]
  const slips = misspellings(['gmail.com', 'yahoo.com', 'hotmail.com']).map(({ slip }) => slip)
  const tellings = compareProfiles(profiles, [
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
      // A rare name beside a role, and behind its first letter a well-known one.
      'willing.translation@contoso.com',
      // Glued together, and below a domain that a list knows.
      'someone@126.com.com',
      'someone@hotmail.commsn.com',
      'someone@live.nl.com',
      'someone@yahoo.com.gmail.com',
    ],
  ])
  expect(
    tellings.flatMap(({ profile, question, contradictions }) =>
      contradictions.map((address) => [profile, question, address]),
    ),
  ).toEqual([])
  const said = (name: string) => tellings.find(({ profile, question }) => `${profile} ${question}` === name)!
  // What it cannot know it never claims to.
  expect(said('guard has_irregular_pattern').unknown).toBe(said('guard has_irregular_pattern').asked)
  expect(said('console has_irregular_pattern').same).toBe(said('console has_irregular_pattern').asked)
  expect(said('guard is_disposable').probably).toBeGreaterThanOrEqual(THROW_AWAY_SERVICES.length)
})

test('the filter of the guard takes about one other domain in 256 for a disposable one', () => {
  const profiles = { full: createEngine(read('engine.bin')), guard: createGuardEngine(read('guard.bin')) }
  const made = Array.from({ length: 20_000 }, (_, at) => `harbour-${at}-bakery.com`)
  const { asked, found } = falsePositives(profiles, made)
  expect(asked).toBe(made.length)
  expect(found / asked).toBeLessThan(2 / 256)
})

test('data of one kind is not taken for that of another', () => {
  expect(() => createEngine(read('guard.bin'))).toThrow('createGuardEngine')
})
