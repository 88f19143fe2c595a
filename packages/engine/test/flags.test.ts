import { describe, expect, test } from 'vitest'
import { FUNCTIONS, NO_REPLIES, PEOPLE } from '../bench/labelled/roles.ts'
import { COMMON, UNCOMMON } from '../bench/labelled/unicode.ts'
import { MAIL_PROVIDERS, PUBLIC_SUFFIXES, RELAYS, WELL_KNOWN_SITES } from '../build/canaries.ts'
import { flag } from '../src/index.ts'
import { loadEngine } from '../src/node.ts'
import { isFlagged } from '../src/verdict.ts'
import { accepted } from './support/verdicts.ts'

const engine = loadEngine()
const has = (address: string, bit: number) => isFlagged(accepted(engine.judge(address)), bit)

describe('is_disposable', () => {
  test('covers the domain and everything below it', () => {
    expect(has('a@mailinator.com', flag.IS_DISPOSABLE)).toBe(true)
    expect(has('a@Sub.Mailinator.com', flag.IS_DISPOSABLE)).toBe(true)
    expect(has('a@mailinator.example', flag.IS_DISPOSABLE)).toBe(false)
  })

  test('names the lists that say so', () => {
    expect(accepted(engine.judge('a@mailinator.com')).domain.disposableSources).toContain('mailchecker')
    expect(accepted(engine.judge('a@gmail.com')).domain.disposableSources).toEqual([])
  })

  test('never hits a real provider, a relay, a public suffix or a well-known site', () => {
    const wrong = [...MAIL_PROVIDERS, ...RELAYS, ...PUBLIC_SUFFIXES, ...WELL_KNOWN_SITES].filter((domain) =>
      has(`someone@${domain}`, flag.IS_DISPOSABLE),
    )
    expect(wrong).toEqual([])
    expect(MAIL_PROVIDERS.length).toBeGreaterThan(180)
  })

  test("follows the operator's lists at once, the nearest entry first", () => {
    const own = loadEngine({
      allow: ['mailinator.com', 'good.bad.example'],
      deny: ['gmail.com', 'BAD.example', 'пример.рф'],
    })
    const disposable = (address: string) => isFlagged(accepted(own.judge(address)), flag.IS_DISPOSABLE)
    expect(disposable('a@mailinator.com')).toBe(false)
    expect(disposable('a@sub.mailinator.com')).toBe(false)
    expect(disposable('a@gmail.com')).toBe(true)
    expect(disposable('a@x.bad.example')).toBe(true)
    expect(disposable('a@good.bad.example')).toBe(false)
    expect(disposable('a@xn--e1afmkfd.xn--p1ai')).toBe(true)
    expect(accepted(own.judge('a@gmail.com')).domain.disposableSources).toEqual(['operator'])
  })

  test("lets the operator's lists name a whole public suffix", () => {
    const own = loadEngine({ deny: ['pp.ua', 'co.uk'], allow: ['good.co.uk'] })
    const disposable = (address: string) => isFlagged(accepted(own.judge(address)), flag.IS_DISPOSABLE)
    expect(disposable('a@anything.pp.ua')).toBe(true)
    expect(disposable('a@mail.example.co.uk')).toBe(true)
    expect(disposable('a@mail.good.co.uk')).toBe(false)
  })

  test('refuses lists that contradict themselves or hold no domain', () => {
    expect(() => loadEngine({ allow: ['a.com'], deny: ['A.com'] })).toThrow(
      'a.com stands in the allow list and in the deny list',
    )
    expect(() => loadEngine({ deny: ['not a domain'] })).toThrow('"not a domain" in the deny list has')
  })
})

describe('is_subdomain', () => {
  test.each([
    ['a@example.com', false, 'example.com'],
    ['a@mail.example.com', true, 'example.com'],
    ['a@example.co.uk', false, 'example.co.uk'],
    ['a@mail.example.co.uk', true, 'example.co.uk'],
    ['a@someone.github.io', true, 'github.io'],
    ['a@co.uk', false, 'co.uk'],
    ['a@mail.münchen.de', true, 'xn--mnchen-3ya.de'],
  ])('of %s is %s, its root %s', (address, expected, root) => {
    expect(has(address, flag.IS_SUBDOMAIN)).toBe(expected)
    expect(accepted(engine.judge(address)).domain.root).toBe(root)
  })
})

describe('is_role_based', () => {
  test('functions in many languages, also with a number or a region', () => {
    const missed = FUNCTIONS.filter((local) => !has(`${local}@example.com`, flag.IS_ROLE_BASED))
    expect(missed.length).toBeLessThanOrEqual(FUNCTIONS.length * 0.02)
  })
  test('no person whose name comes close to one', () => {
    expect(PEOPLE.filter((local) => has(`${local}@example.com`, flag.IS_ROLE_BASED))).toEqual([])
  })
  test('a label does not hide it', () => {
    expect(has('info+spring@example.com', flag.IS_ROLE_BASED)).toBe(true)
  })
})

describe('is_no_reply', () => {
  test('in all its forms and languages, and always role-based too', () => {
    for (const local of NO_REPLIES) {
      expect(has(`${local}@example.com`, flag.IS_NO_REPLY), local).toBe(true)
      expect(has(`${local}@example.com`, flag.IS_ROLE_BASED), local).toBe(true)
    }
  })
  test('a hyphen that starts a label elsewhere does not hide it', () => {
    for (const address of ['no-reply@yahoo.com', 'MAILER-DAEMON@yahoo.fr', '"do-not-reply"@ymail.com']) {
      expect(has(address, flag.IS_NO_REPLY), address).toBe(true)
      expect(has(address, flag.HAS_LABEL), address).toBe(true)
    }
    expect(has('john-reply@yahoo.com', flag.IS_NO_REPLY)).toBe(false)
    expect(has('human-resources@yahoo.com', flag.IS_ROLE_BASED)).toBe(true)
  })
  test('words beside it in another script do not hide it', () => {
    expect(has('noreply.日本@example.jp', flag.IS_NO_REPLY)).toBe(true)
    expect(has('info.日本@example.jp', flag.IS_ROLE_BASED)).toBe(false)
  })
  test('an everyday word says so only on its own, and "no" only where it is a word', () => {
    for (const local of ['daemon', 'nobody', 'automated2', 'mail.daemon']) {
      expect(has(`${local}@example.com`, flag.IS_NO_REPLY), local).toBe(true)
    }
    for (const local of ['matt.daemon', 'nobody.knows', 'bruno.reply', 'casino-reply']) {
      expect(has(`${local}@example.com`, flag.IS_NO_REPLY), local).toBe(false)
    }
  })
  test('not for functions that are read, nor for people', () => {
    expect([...FUNCTIONS, ...PEOPLE].filter((local) => has(`${local}@example.com`, flag.IS_NO_REPLY))).toEqual([])
  })
})

describe('has_irregular_pattern', () => {
  test.each([
    'müller',
    'иван',
    "o'brien",
    'j.d.salinger99',
    'xiaoming.zhang',
    'nguyen.thi.hoa',
    'jd',
    'jdoe',
    'mike1985',
    'anna19870512',
    'maria.del.carmen.de.la.cruz',
    'szczepan.brzeczyszczykiewicz',
    'r2d2',
    'bluesky77',
    'j.r.r.tolkien',
    'tshabalala.nkosi',
  ])('not for %s', (local) => expect(has(`${local}@example.com`, flag.HAS_IRREGULAR_PATTERN)).toBe(false))

  test.each([
    'xkqzvbnm',
    'qwerty',
    'asdf',
    'poiuytrewq',
    'abcdefgh',
    'aaaaaa',
    'hahahaha',
    'x7k2m9q4',
    '4f9c2d8e1b6a7053',
    '550e8400-e29b-41d4-a716-446655440000',
    '1234567890123',
    'john00000',
    'a.b.c.d.e.f',
    'john___smith',
    'a.b.c.d.e.f.g.h',
    'srs0=hhh=tt=example.com=alice',
    'wqxzkjvbnrtplm.smith',
  ])('for %s', (local) => expect(has(`${local}@example.com`, flag.HAS_IRREGULAR_PATTERN)).toBe(true))

  test('account numbers are ordinary where accounts are numbers', () => {
    expect(has('1234567890@qq.com', flag.HAS_IRREGULAR_PATTERN)).toBe(false)
    expect(has('13912345678@139.com', flag.HAS_IRREGULAR_PATTERN)).toBe(false)
    expect(has('1234567890@gmail.com', flag.HAS_IRREGULAR_PATTERN)).toBe(true)
  })
})

describe('has_uncommon_unicode', () => {
  test.each(COMMON)('not for %s', (address) => expect(has(address, flag.HAS_UNCOMMON_UNICODE)).toBe(false))
  test.each(UNCOMMON)('for %j', (address) => expect(has(address, flag.HAS_UNCOMMON_UNICODE)).toBe(true))
})

describe('safe_to_send', () => {
  test('is true for a plain personal address, label and subdomain included', () => {
    expect(has('john.smith+x@mail.example.com', flag.SAFE_TO_SEND)).toBe(true)
  })
  test.each([
    'a@mailinator.com',
    'noreply@example.com',
    'info@example.com',
    'xkqzvbnm@example.com',
    '😀@example.com',
    'a@b.local',
  ])('is false for %s', (address) => expect(has(address, flag.SAFE_TO_SEND)).toBe(false))
})

test('a provider is known by its mail domain', () => {
  const provider = (address: string) => accepted(engine.judge(address)).domain.provider
  expect(provider('a@gmail.com')).toBe('google-gmail')
  expect(provider('a@hotmail.fr')).toBe('microsoft-consumer')
  expect(provider('a@yahoo.co.jp')).toBe('yahoo')
  expect(provider('a@example.com')).toBe('unknown')
})
