import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readToken, signToken } from '../../../src/identity/sessions/session-token.ts'

const SECRETS = ['the new secret of the installation', 'the old secret of the installation'] as const
const token = fc.base64String({ minLength: 1 })

test('a token is read back from what one of the secrets signed, plain or percent-encoded', () => {
  fc.assert(
    fc.property(token, fc.constantFrom(...SECRETS), fc.boolean(), (text, secret, isCookie) => {
      const signed = signToken(text, [secret])
      expect(readToken(isCookie ? encodeURIComponent(signed) : signed, SECRETS)).toBe(text)
    }),
  )
})

test('any other text is refused and never fails', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
      expect(readToken(text, SECRETS)).toBeUndefined()
    }),
  )
})

test('one changed character anywhere is refused', () => {
  const signed = signToken('sINAeKXAcaPnNdPsW8RCd4tVcHDRQYyp', SECRETS)
  for (let at = 0; at < signed.length; at++) {
    const changed = signed.slice(0, at) + (signed[at] === 'A' ? 'B' : 'A') + signed.slice(at + 1)
    expect(readToken(changed, SECRETS), changed).toBeUndefined()
  }
})
