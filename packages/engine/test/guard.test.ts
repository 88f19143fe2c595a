import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FUNCTIONS, NO_REPLIES, PEOPLE } from '../bench/labelled/roles.ts'
import { ACCEPTED, REJECTED } from '../bench/labelled/syntax.ts'
import { COMMON, UNCOMMON } from '../bench/labelled/unicode.ts'
import { MAIL_PROVIDERS, RELAYS, THROW_AWAY_SERVICES, WELL_KNOWN_SITES } from '../build/canaries.ts'
import { DATA_FOLDER } from '../build/manifest.ts'
import * as flag from '../src/flags.ts'
import { createGuardEngine } from '../src/guard.ts'
import * as tr46 from '../src/idna.ts'
import * as web from '../src/idna-web.ts'
import { loadEngine } from '../src/node.ts'
import { isFlagged } from '../src/verdict.ts'

const guard = createGuardEngine(readFileSync(new URL('guard.bin', DATA_FOLDER)))
const engine = loadEngine()

/** What the guard says for certain must be what the engine says. */
function expectAgreement(address: string): void {
  const [small, full] = [guard.judge(address), engine.judge(address)]
  expect([address, small.ok]).toEqual([address, full.ok])
  if (!small.ok || !full.ok) {
    if (!small.ok && !full.ok) expect(small.message).toBe(full.error.message)
    return
  }
  const has = (bit: number) => isFlagged(full, bit)
  if (small.disposable === 'no') expect([address, has(flag.IS_DISPOSABLE)]).toEqual([address, false])
  if (small.safeToSend === false) expect([address, has(flag.SAFE_TO_SEND)]).toEqual([address, false])
  if (small.role !== 'unknown') expect([address, has(flag.IS_ROLE_BASED)]).toEqual([address, small.role])
  if (small.unicode !== 'unknown') expect([address, has(flag.HAS_UNCOMMON_UNICODE)]).toEqual([address, small.unicode])
  expect([address, small.typo, small.noReply, small.notIssued]).toEqual([
    address,
    has(flag.IS_TYPO_DOMAIN),
    has(flag.IS_NO_REPLY),
    has(flag.IS_NOT_ISSUED),
  ])
}

test('what the guard is certain of is what the engine says, and it refuses what the engine refuses', () => {
  const domains = [...MAIL_PROVIDERS, ...RELAYS, ...THROW_AWAY_SERVICES, ...WELL_KNOWN_SITES]
  const locals = [...FUNCTIONS, ...NO_REPLIES, ...PEOPLE]
  for (const address of [
    ...[ACCEPTED, REJECTED].flatMap((cases) => Object.values(cases).flat()),
    ...[...COMMON, ...UNCOMMON],
    ...domains.map((domain) => `jane.doe@${domain}`),
    ...locals.map((local) => `${local}@contoso.com`),
    ...['a@x.test', 'bob.smith@gmial.com', 'bob@nosuchtld', 'b@gmail.com', 'x@users.noreply.github.com'],
  ])
    expectAgreement(address)
})

test('the guard agrees on any two words at any domain', () => {
  const word = fc.stringMatching(/^[a-z]{1,9}$/)
  const domain = fc.oneof(fc.constantFrom('gmail.com', 'yahoo.de', 'contoso.co.uk', 'münchen.de'), fc.domain())
  fc.assert(fc.property(word, word, domain, (one, other, at) => expectAgreement(`${one}.${other}@${at}`)))
})

test('throw-away domains are all found, as probable', () => {
  for (const domain of THROW_AWAY_SERVICES)
    expect([domain, guard.judge(`jane.doe@${domain}`)]).toMatchObject([domain, { disposable: 'probably' }])
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

test('a domain beyond ASCII is read as in the engine by what browsers bring along', () => {
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
