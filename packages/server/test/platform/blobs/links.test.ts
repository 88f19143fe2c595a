import { randomBytes } from 'node:crypto'
import { parse } from 'content-disposition'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacters } from '../../../../engine/test/support/any-characters.ts'
import { contentDisposition } from '../../../src/platform/blobs/content-disposition.ts'
import { signLink, verifyLink } from '../../../src/platform/blobs/signed-links.ts'
import { checkUploadHeaders } from '../../../src/platform/blobs/upload-headers.ts'

describe('a signed link', () => {
  const secret = randomBytes(32)
  const query = signLink(secret, 'download', 'exports/a.csv', { name: 'a b&c.csv' }, 1_000)
  const check = (changed: string) => verifyLink([secret], 'download', 'exports/a.csv', changed)

  test('says what it was signed with', () => {
    expect(Object.fromEntries(check(query)!)).toEqual({ name: 'a b&c.csv', expires: '1000' })
  })

  test('is good for one action, one object and one secret', () => {
    expect(verifyLink([secret], 'upload', 'exports/a.csv', query)).toBeUndefined()
    expect(verifyLink([secret], 'download', 'exports/b.csv', query)).toBeUndefined()
    expect(verifyLink([randomBytes(32)], 'download', 'exports/a.csv', query)).toBeUndefined()
  })

  test('holds under an older secret as long as that one is named', () => {
    const newest = randomBytes(32)
    expect(verifyLink([newest, secret], 'download', 'exports/a.csv', query)).toBeDefined()
    expect(verifyLink([newest], 'download', 'exports/a.csv', query)).toBeUndefined()
  })

  test.each([
    ['nothing', () => ''],
    ['no signature', () => query.slice(0, query.indexOf('&signature'))],
    ['an empty signature', () => query.replace(/signature=.*/, 'signature=')],
    ['a cut signature', () => query.slice(0, -1)],
    ['an added parameter', () => `${query}&name=x`],
    ['a parameter before the others', () => `name=x&${query}`],
    ['a later end', () => query.replace('expires=1000', 'expires=9999')],
    ['another order', () => query.replace(/^(name=[^&]*)&(expires=\d+)/, '$2&$1')],
    ['another encoding', () => query.replace('a+b', 'a%20b')],
    ['a second signature', () => `${query}${query.slice(query.indexOf('&signature'))}`],
  ])('with %s is refused', (_, change) => {
    expect(check(change())).toBeUndefined()
  })

  test('with any one character changed is refused', () => {
    fc.assert(
      fc.property(fc.nat({ max: query.length - 1 }), fc.constantFrom('A', 'z', '0', '-', '&', '=', '%'), (at, sign) => {
        fc.pre(query[at] !== sign)
        expect(check(query.slice(0, at) + sign + query.slice(at + 1))).toBeUndefined()
      }),
    )
  })
})

describe('the name of a download', () => {
  test.each([
    ['report.csv', 'attachment; filename=report.csv'],
    ['../../etc/x', 'attachment; filename=.._.._etc_x'],
    ['a\\b', 'attachment; filename=a_b'],
    ['a\r\nSet-Cookie: b\0\u007f', 'attachment; filename="a__Set-Cookie: b__"'],
    ['"100%"', `attachment; filename="\\"100%\\""`],
    ['50%41.csv', `attachment; filename=50%41.csv; filename*=UTF-8''50%2541.csv`],
    ['\ud800é', `attachment; filename="??"; filename*=UTF-8''%EF%BF%BD%C3%A9`],
  ])('%j cannot leave its header or its folder', (name, header) => {
    expect(contentDisposition(name)).toBe(header)
  })

  test('is a header that can be sent and read again, whatever it is', () => {
    fc.assert(
      fc.property(anyCharacters({ maxLength: 255 }), (name) => {
        const header = contentDisposition(name)
        expect(header).toMatch(/^attachment; filename[ -~]*$/)
        const read = parse(header).parameters.filename!
        expect(read).not.toMatch(/[\u0000-\u001f/\\]/)
        expect(read).toHaveLength(name.length)
      }),
    )
  })
})

describe('the headers of an upload', () => {
  const good = { 'content-length': '5', 'content-type': 'text/csv', 'if-none-match': '*' }

  test('are taken exactly as they were given out', () => {
    expect(() => checkUploadHeaders(good, 5)).not.toThrow()
  })

  test.each([
    ['no length', { 'content-length': undefined }, 'length_required'],
    ['a chunked body', { 'content-length': undefined, 'transfer-encoding': 'chunked' }, 'length_required'],
    ['another length', { 'content-length': '6' }, 'upload_mismatch'],
    ['a length written otherwise', { 'content-length': '05' }, 'upload_mismatch'],
    ['another type', { 'content-type': 'application/json' }, 'unsupported_media_type'],
    ['no type', { 'content-type': undefined }, 'unsupported_media_type'],
    ['an encoding', { 'content-encoding': 'gzip' }, 'unsupported_media_type'],
    ['no condition', { 'if-none-match': undefined }, 'invalid_request'],
    ['another condition', { 'if-none-match': '"x"' }, 'invalid_request'],
  ])('with %s are refused', (_, change, code) => {
    expect(() => checkUploadHeaders({ ...good, ...change }, 5)).toThrow(expect.objectContaining({ code }))
  })
})
