import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seal, unseal } from '../../src/platform/sealed.ts'

const OLD = 'the old secret of the installation'
const NEW = 'the new secret of the installation'

test('any text is read back, by the secret that encrypted it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const sealed = seal(text, [OLD])
      expect(sealed).toMatch(/^v1\.\d+\.[0-9a-f]+$/)
      expect(unseal(sealed, [NEW, OLD])).toBe(text)
      expect(() => unseal(sealed, [NEW])).toThrow('a secret that SECRET does not name')
    }),
  )
})

test('the same text is encrypted differently each time', () => {
  expect(seal('text', [OLD])).not.toBe(seal('text', [OLD]))
})

test('a value that was changed anywhere is refused', () => {
  const sealed = seal('text', [OLD])
  for (let at = 0; at < sealed.length; at++) {
    const changed = sealed.slice(0, at) + (sealed[at] === '0' ? '1' : '0') + sealed.slice(at + 1)
    expect(() => unseal(changed, [OLD]), changed).toThrow()
  }
})

test('a value in a version that this program does not know is refused by its version', () => {
  expect(() => unseal(seal('text', [OLD]).replace('v1', 'v2'), [OLD])).toThrow('stored in version v2')
})
