import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PATH_MAX_CHARACTERS, parseRobots } from '../../src/enrichment/website/robots-rules.ts'

const allows = (file: string, path: string) => parseRobots(file, 'Mailsift')?.allows(path)
const forAll = (...rules: string[]) => ['User-agent: *', ...rules].join('\n')

test.each([
  ['Disallow: /', '/', false],
  ['Disallow:', '/', true],
  ['Disallow: /en', '/en/home', false],
  ['Disallow: /en$', '/en/home', true],
  ['Disallow: /en$', '/en', false],
  ['Disallow: /*.php', '/a/b.php?x', false],
  ['Disallow: /*.php$', '/a/b.php?x', true],
  ['Disallow: /*?', '/?utm=1', false],
  ['Disallow: /*a*b', '/b/a', true],
  ['Disallow: /a*a$', '/a', true],
  ['Disallow: *', '/', false],
  ['Disallow: /****$', '/x', false],
  ['Disallow: /ä', '/%c3%a4', false],
  ['Disallow: /%C3%A4', '/%c3%a4', false],
  ['disallow : /x # why', '/x', false],
])('the rule %j allows %s: %s', (rule, path, expected) => {
  expect(allows(forAll(rule), path)).toBe(expected)
})

test('the longest rule counts, and of two equally long ones that which allows', () => {
  expect(allows(forAll('Disallow: /', 'Allow: /en'), '/en')).toBe(true)
  expect(allows(forAll('Allow: /en', 'Disallow: /en/private'), '/en/private')).toBe(false)
  expect(allows(forAll('Allow: /a', 'Disallow: /a'), '/a')).toBe(true)
  expect(allows(forAll('Disallow: /a', 'Allow: /a'), '/a')).toBe(true)
})

test('a crawler follows the merged groups of its own name, and those for all only if it has none', () => {
  const file =
    'User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: MAILSIFT/2\nDisallow: /a\n\nUser-agent: mailsift\nDisallow: /b'
  expect(['/', '/a', '/b'].map((path) => allows(file, path))).toEqual([true, false, false])
  expect(allows('User-agent: *\nDisallow: /\nUser-agent: mailsift', '/')).toBe(true)
  expect(allows('User-agent: other\nDisallow: /', '/')).toBe(true)
})

test('a rule matches what its letters and stars say, whatever they are', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '$'), maxLength: 12 })
  const path = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 12 })
  fc.assert(
    fc.property(text, path, (rule, rest) => {
      expect(allows(forAll(`Disallow: /${rule}`), `/${rest}`)).toBe(!matchesSlowly(`/${rule}`, `/${rest}`))
    }),
    { numRuns: 5_000 },
  )
})

/** By the definition of RFC 9309 §2.2.3, without any thought of time. */
function matchesSlowly(rule: string, path: string): boolean {
  if (rule === '') return true
  if (rule === '$') return path === ''
  if (rule[0] === '*') return matchesSlowly(rule.slice(1), path) || (path !== '' && matchesSlowly(rule, path.slice(1)))
  return path[0] === rule[0] && matchesSlowly(rule.slice(1), path.slice(1))
}

test('a path that is longer than any that is requested, and a file with too many rules, allow nothing', () => {
  expect(allows('', `/${'a'.repeat(PATH_MAX_CHARACTERS)}`)).toBe(false)
  expect(parseRobots(forAll(...Array.from({ length: 10_001 }, () => 'Allow: /')), 'mailsift')).toBeUndefined()
})

test('a rule with more letters than any path has no effect, and one of as many stars as fit has that of one star', () => {
  expect(allows(forAll(`Disallow: /${'*a'.repeat(PATH_MAX_CHARACTERS)}`), '/aaa')).toBe(true)
  expect(allows(forAll(`Disallow: /${'*'.repeat(400_000)}x`), '/x')).toBe(false)
  expect(allows(forAll(`Disallow: /${'*'.repeat(400_000)}x`, 'Allow: /xy'), '/xy')).toBe(true)
})
