import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readReturnPath } from '../../../src/identity/single-sign-on/return-path.ts'

const ORIGINS = ['https://mail.contoso.com', 'http://127.0.0.1:3000', 'https://contoso.com/mail']

test('for every path, a browser stays on the pages of this service', () => {
  const hostile = fc.constantFrom(
    ...['//', '/\\', '\\', '/', '..', '.', '@', ':', '%2f', '%5c', '\t', '\n', '?', '#', 'https:', 'javascript:'],
    'evil.example',
  )
  const text = fc.oneof(
    fc.string(),
    fc.array(hostile, { maxLength: 8 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(fc.constantFrom(...ORIGINS), text, (origin, wanted) => {
      let path: string
      try {
        path = readReturnPath(origin, wanted)
      } catch {
        return
      }
      // As a browser reads the Location header: the ticket is added behind the #.
      const url = new URL(`${origin}${path}#sso=ticket`, origin)
      expect(`${url.origin}${url.pathname}`.startsWith(`${origin}/`)).toBe(true)
      expect(url.hash).toBe('#sso=ticket')
      // As a page of this service reads it, which may add it to no origin.
      expect(new URL(path, origin).origin).toBe(url.origin)
    }),
    { numRuns: 2_000 },
  )
})

test('pages of this service are returned to as they are', () => {
  for (const path of ['/', '/contacts?state=known&page=2', '/files/0198a1b2'])
    expect(readReturnPath('https://contoso.com/mail', path)).toBe(path)
})

test('a path that names another host once its dots are resolved is refused', () => {
  for (const path of ['/..//evil.example', '/./..//evil.example', '/a/../..//evil.example'])
    expect(() => readReturnPath('https://contoso.com', path)).toThrow()
})
