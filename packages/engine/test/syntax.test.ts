import { describe, expect, test } from 'vitest'
import { ACCEPTED, REJECTED } from '../bench/labelled/syntax.ts'
import { loadEngine } from '../src/node.ts'

const engine = loadEngine()

const messageOf = (address: string) => {
  const verdict = engine.validate(address)
  return verdict.ok ? undefined : verdict.error.message
}

describe('an address is accepted', () => {
  for (const [rule, addresses] of Object.entries(ACCEPTED)) {
    test(rule, () => {
      for (const address of addresses) expect(messageOf(address), address).toBeUndefined()
    })
  }
})

describe('a string is refused', () => {
  for (const [rule, addresses] of Object.entries(REJECTED)) {
    test(rule, () => {
      for (const address of addresses) {
        const verdict = engine.validate(address)
        expect(verdict.ok, JSON.stringify(address)).toBe(false)
        expect(verdict.ok || verdict.error.code).toBe('invalid_email')
      }
    })
  }
})

test('every refusal says what is wrong', () => {
  expect(messageOf('')).toBe('The address has no characters.')
  expect(messageOf('john')).toBe('The address has no @ sign.')
  expect(messageOf('john smith')).toBe('The address has no @ sign.')
  expect(messageOf('"john"')).toBe('The address has no @ sign.')
  expect(messageOf('"john@contoso.com"')).toBe('The address has no @ sign outside its quotation marks.')
  expect(messageOf('"john" smith@contoso.com')).toBe(
    'The address has something between the closing quotation mark and the @ sign.',
  )
  expect(messageOf('a@b@contoso.com')).toBe('The address has two @ signs.')
  expect(messageOf('@contoso.com')).toBe('The address has nothing before the @ sign.')
  expect(messageOf('john@')).toBe('The address has nothing after the @ sign.')
  expect(messageOf('.john@contoso.com')).toBe('The address has a period at the start.')
  expect(messageOf('john.@contoso.com')).toBe('The address has a period right before the @ sign.')
  expect(messageOf('a..b@contoso.com')).toBe('The address has two periods in a row before the @ sign.')
  expect(messageOf('a b@contoso.com')).toBe('The address has white space before the @ sign.')
  expect(messageOf('a,b@contoso.com')).toBe('The address has the character "," before the @ sign.')
  expect(messageOf('a(b)@contoso.com')).toBe('The address has a comment, or a parenthesis outside quotes.')
  expect(messageOf('"a@contoso.com')).toBe('The address has a quotation mark that is not closed.')
  expect(messageOf('a\u0007@contoso.com')).toBe('The address has a control character before the @ sign.')
  expect(messageOf('a\ud800@contoso.com')).toBe('The address has an unpaired surrogate before the @ sign.')
  expect(messageOf(`${'a'.repeat(65)}@contoso.com`)).toBe('The address has more than 64 octets before the @ sign.')
  expect(messageOf(`a@${'b'.repeat(260)}.com`)).toBe('The address has more than 254 characters.')
  expect(messageOf(`a@${'b'.repeat(64)}.com`)).toBe('The address has a label longer than 63 octets.')
  expect(messageOf('a@localhost')).toBe('The domain has no dot.')
  expect(messageOf('a@[127.0.0.1]')).toBe('The address has an address literal instead of a domain.')
  expect(messageOf('a@contoso.com.')).toBe('The address has a period at the end of the domain.')
  expect(messageOf('a@exa_mple.com')).toBe('The address has the character "_" in the domain.')
  expect(messageOf('a@exam ple.com')).toBe('The address has white space in the domain.')
  expect(messageOf('a@exam\u0000ple.com')).toBe('The address has a control character in the domain.')
  expect(messageOf('a@contoso.com(c)')).toBe('The address has a comment, or a parenthesis outside quotes.')
  expect(messageOf('a@exa\ud800mple.com')).toBe('The address has an unpaired surrogate in the domain.')
  expect(messageOf('a@ü-.de')).toBe('The address has a label that starts or ends with a hyphen.')
  expect(messageOf('a@üb--er.de')).toBe('The address has a label with hyphens in its third and fourth place.')
  expect(messageOf('a@-contoso.com')).toBe('The address has a label that starts or ends with a hyphen.')
  expect(messageOf('a@127.0.0.1')).toBe('The address has a top-level domain of digits only.')
  expect(messageOf('a@xn--zzzz.com')).toBe('The address has a domain that is not valid under UTS #46.')
})

test('a local part is measured in octets, an address in code points, and its domain in ASCII form', () => {
  expect(messageOf(`${'😀'.repeat(16)}@contoso.com`)).toBeUndefined()
  expect(messageOf(`${'😀'.repeat(17)}@contoso.com`)).toBe('The address has more than 64 octets before the @ sign.')
  const domain = `${'ü'.repeat(50)}.${'ö'.repeat(50)}.${'ä'.repeat(50)}.de`
  expect(messageOf(`a@${domain}`)).toBeUndefined()
  expect(messageOf(`${'a'.repeat(64)}@${domain}.${'a'.repeat(20)}.de`)).toBe(
    'The address has more than 254 characters with its domain in ASCII form.',
  )
})
