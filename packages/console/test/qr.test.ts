// What is drawn is read back by a reader of QR codes that is not ours.
import fc from 'fast-check'
import readQrCode from 'jsqr'
import { expect, test } from 'vitest'
import { qrCodeOf } from '../src/settings/qr.ts'

const SCALE = 3
const MARGIN = 4

/** As a camera would have it: pixels, light around the code. */
function read(rows: boolean[][]): string | undefined {
  const width = (rows.length + 2 * MARGIN) * SCALE
  const pixels = new Uint8ClampedArray(4 * width * width).fill(255)
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++) {
      const isDark = rows[Math.floor(y / SCALE) - MARGIN]?.[Math.floor(x / SCALE) - MARGIN]
      if (isDark) pixels.fill(0, 4 * (y * width + x), 4 * (y * width + x) + 3)
    }
  return readQrCode.default(pixels, width, width)?.data
}

const linkFor = (email: string) =>
  `otpauth://totp/Mailsift:${encodeURIComponent(email)}?secret=${'JBSWY3DPEHPK3PXP'.repeat(2)}&issuer=Mailsift`

test('the link of a second factor is read back from its QR code, for names of every length', () => {
  for (let length = 1; length <= 254; length += 23) {
    const link = linkFor(`${'ä'.repeat(length % 40)}${'n'.repeat(length)}@contoso.com`)
    expect(read(qrCodeOf(link)!), String(length)).toBe(link)
  }
})

/** Bytes that each version holds at the lowest level of correction (ISO/IEC 18004, table 7). */
const CAPACITIES = [
  ...[17, 32, 53, 78, 106, 134, 154, 192, 230, 271],
  ...[321, 367, 425, 458, 520, 586, 644, 718, 792, 858],
]

test('every version holds as many bytes as the standard says, and is read back when it is full', () => {
  for (const [at, capacity] of CAPACITIES.entries()) {
    const text = Array.from({ length: capacity }, (_, n) => String.fromCharCode(33 + ((n * 7919 + at) % 90))).join('')
    const code = qrCodeOf(text)!
    expect(code.length, String(at + 1)).toBe(4 * (at + 1) + 17)
    expect(read(code), String(at + 1)).toBe(text)
    expect(qrCodeOf(`${text}+`)?.length).toBe(at + 1 < CAPACITIES.length ? 4 * (at + 2) + 17 : undefined)
  }
})

test('any text is read back from its QR code', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 850, unit: 'grapheme-ascii' }), (text) => {
      expect(read(qrCodeOf(text)!)).toBe(text)
    }),
    { numRuns: 15 },
  )
})
