import { readFileSync, statSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findCanaries, findShrinkage } from '../build/guards.ts'
import { DATA_FILE, readManifest, sha256 } from '../build/manifest.ts'
import { SOURCE_PACKAGES } from '../build/packages.ts'
import { writeStringTable } from '../build/string-table.ts'
import { findValue, openStringTable } from '../src/data/string-table.ts'
import { createEngine } from '../src/index.ts'
import { createHashedText, setAscii } from '../src/text/hashed-text.ts'

type Lock = { packages: Record<string, { version: string } | undefined> }

const manifest = readManifest()!
const file = readFileSync(DATA_FILE)

describe('the compiled data', () => {
  test('matches the committed manifest', () => {
    expect(sha256(file)).toBe(manifest.file.sha256)
    expect(file.length).toBe(manifest.file.bytes)
    expect(createEngine(file).dataVersion).toBe(manifest.version)
  })

  test('comes from the packages of the lock files, each with its license', () => {
    const locks = ['../build/', '../../../'].map(
      (folder) => JSON.parse(readFileSync(new URL(`${folder}package-lock.json`, import.meta.url), 'utf8')) as Lock,
    )
    for (const name of SOURCE_PACKAGES) {
      const locked = locks.map(({ packages }) => packages[`node_modules/${name}`]).find((found) => found)
      expect(manifest.packages[name], name).toMatchObject({ version: locked?.version })
      expect(manifest.packages[name]!.license, name).toMatch(/MIT|CC0|BSD|ISC|Unlicense/)
    }
  })

  test('is small enough to load anywhere', () => {
    expect(statSync(DATA_FILE).size).toBeLessThan(16 * 2 ** 20)
  })

  test('works at any offset in a larger buffer', () => {
    const larger = new Uint8Array(file.length + 3)
    larger.set(file, 3)
    expect(createEngine(larger.subarray(3)).validate('a@mailinator.com')).toEqual(
      createEngine(file).validate('a@mailinator.com'),
    )
  })

  test('of another format is refused with the next step', () => {
    const other = new Uint8Array(file)
    const at = Buffer.from(other).indexOf('"format":') + '"format":'.length
    other[at]! ^= 1
    expect(() => createEngine(other)).toThrow('take the file of the same package')
  })

  test.for(['<!doctype html><title>Not found</title>', ''])('rejects other content: %j', (text) => {
    expect(() => createEngine(new TextEncoder().encode(text))).toThrow('take the file of the same package')
  })
})

describe('the guards of the build', () => {
  test('pass for the data in use', () => {
    expect(findCanaries(file)).toEqual([])
    expect(findShrinkage(manifest, manifest)).toEqual([])
  })

  test('fail when a list or a table loses more than a tenth', () => {
    const { entries } = manifest.tables.disposable!
    const shrunk = {
      ...manifest,
      tables: {
        ...manifest.tables,
        disposable: { ...manifest.tables.disposable!, entries: Math.floor(entries * 0.89) },
      },
    }
    expect(findShrinkage(manifest, shrunk)).toEqual([expect.stringContaining('disposable shrank from')])
    expect(findShrinkage(undefined, manifest)).toEqual([])
  })
})

test('a table finds exactly the strings written to it', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcz.-09'), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.dictionary(word, fc.nat(0xffff)), fc.array(word), (entries, others) => {
      const map = new Map(Object.entries(entries))
      const table = openStringTable(writeStringTable(map))
      const text = createHashedText()
      for (const key of [...map.keys(), ...others]) {
        expect(findValue(table, setAscii(text, `x${key}y`), 1, key.length + 1)).toBe(map.get(key) ?? -1)
      }
    }),
  )
})
