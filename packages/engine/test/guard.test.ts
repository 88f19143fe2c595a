import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareProfiles } from '../bench/quality/profiles.ts'
import { DISPOSABLE_SERVICES } from '../build/canaries.ts'
import { DATA_FOLDER } from '../build/manifest.ts'
import { readTopLevels } from '../build/top-levels.ts'
import * as tr46 from '../src/domain/idna/idna.ts'
import * as web from '../src/domain/idna/idna-web.ts'
import { createGuardEngine } from '../src/guard.ts'
import { loadEngine } from '../src/node.ts'
import { HAS_UNKNOWN_TLD } from '../src/verdict/flags.ts'
import { type Accepted, isFlagged } from '../src/verdict/verdict.ts'

const guard = createGuardEngine(readFileSync(new URL('guard.bin', DATA_FOLDER)))
const engine = loadEngine()

const contradictions = (addresses: string[]) =>
  compareProfiles({ full: engine, console: engine, guard }, addresses).filter(
    (telling) => telling.contradictions.length > 0,
  )

test('the guard agrees with the engine on any two words at any domain', () => {
  const word = fc.stringMatching(/^[a-z]{1,9}$/)
  const domain = fc.oneof(fc.constantFrom('gmail.com', 'yahoo.de', 'contoso.co.uk', 'münchen.de'), fc.domain())
  fc.assert(
    fc.property(word, word, domain, (one, other, at) => {
      expect(contradictions([`${one}.${other}@${at}`])).toEqual([])
    }),
  )
})

test('every top-level domain is known to the engine and to the guard', () => {
  const addresses = readTopLevels().map((topLevel) => `jane.doe@contoso.${topLevel}`)
  const isUnknown = (address: string) => isFlagged(engine.validate(address) as Accepted, HAS_UNKNOWN_TLD)
  expect(addresses.filter(isUnknown)).toEqual([])
  expect(contradictions(addresses)).toEqual([])
})

test('all disposable domains are found, as probable', () => {
  for (const domain of DISPOSABLE_SERVICES)
    expect([domain, guard.validate(`jane.doe@${domain}`)]).toMatchObject([domain, { disposable: 'probably' }])
})

test('the guard suggests what the engine suggests', () => {
  for (const domain of [
    'gmial.com',
    'gmail.con',
    'hotmial.com',
    'gmail',
    'yahoo.com.gmail.com',
    'contoso.con',
    'qq.com',
  ])
    expect(guard.suggest(`jane.doe@${domain}`)).toEqual(engine.suggest(`jane.doe@${domain}`))
  expect(guard.suggest('jane.doe@gmial.com')?.address).toBe('jane.doe@gmail.com')
})

test("a non-ASCII domain gives the same result as in the engine, with the browser's own IDNA", () => {
  const label = fc.string({ unit: fc.constantFrom(...'aü-ß1中ا日é'), minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(label, fc.constantFrom('de', 'com', 'рф'), (name, ending) => {
      const domain = `${name}.${ending}`
      const ascii = tr46.toAscii(domain)
      expect([domain, web.toAscii(domain)]).toEqual([domain, ascii])
      if (ascii !== null) expect(web.toUnicode(ascii)).toBe(tr46.toUnicode(ascii))
    }),
  )
})

test('data of another kind is refused', () => {
  expect(() => createGuardEngine(readFileSync(new URL('engine.bin', DATA_FOLDER)))).toThrow('createEngine')
})
