import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ACCEPTED, REJECTED } from '../bench/labelled/syntax.ts'
import { COMMON, UNCOMMON } from '../bench/labelled/unicode.ts'
import { writeFilter } from '../build/filter.ts'
import { DATA_FOLDER, filesOf, readManifest, sha256 } from '../build/manifest.ts'
import { writeSortedTable, writeStringTable } from '../build/string-table.ts'
import { mayContain, openFilter } from '../src/filter.ts'
import { createHashedText, setAscii } from '../src/hashed-text.ts'
import { createEngine, render } from '../src/index.ts'
import { openStringTable } from '../src/string-table.ts'

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

test('with the data of the console every answer but the names is that of the server', () => {
  const full = createEngine(read('engine.bin'))
  const small = createEngine(read('console.bin'))
  expect([full.profile, small.profile]).toEqual(['full', 'console'])
  expect(small.dataVersion).toBe(full.dataVersion)
  const addresses = [
    ...Object.values(ACCEPTED).flat(),
    ...Object.values(REJECTED).flat(),
    ...COMMON,
    ...UNCOMMON,
    ...['john.smith@gmail.com', 'info@mailinator.com', 'john@gmial.com', 'noreply@contoso.com', 'x@qq.com'],
  ]
  for (const address of addresses) {
    const [one, other] = [full.judge(address), small.judge(address)]
    if (!one.ok || !other.ok) {
      expect(other, address).toEqual(one)
      continue
    }
    const shown = { ...render(one, ''), first_name: '', last_name: '' }
    expect({ ...render(other, ''), first_name: '', last_name: '' }, address).toEqual(shown)
    expect(small.suggest(address)).toEqual(full.suggest(address))
  }
})

test('data of one kind is not taken for that of another', () => {
  expect(() => createEngine(read('guard.bin'))).toThrow('createGuardEngine')
})
