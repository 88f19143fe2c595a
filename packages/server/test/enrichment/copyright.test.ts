import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyrightHolders } from '../../src/enrichment/website/copyright.ts'

test.each([
  ['Copyright 2026. DAONLAB Co., Ltd. All rights reserved.', 'DAONLAB Co., Ltd'],
  ['© 2026 Officine Bonelli S.r.l. - P.IVA 00000000000', 'Officine Bonelli S.r.l.'],
  ['COPYRIGHT ⓒ MIRAE TECH. ALL RIGHTS RESERVED', 'MIRAE TECH'],
  ['Alle Rechte vorbehalten – Gartenbau Ruhland', 'Gartenbau Ruhland'],
  ['© Imkerei Vogel | Webdesign by Pixelhof', 'Imkerei Vogel'],
  ['© 2026 Meyer Design Studio', 'Meyer Design Studio'],
  ['© 2026 Elaionas Kriti. Με επιφύλαξη παντός δικαιώματος', 'Elaionas Kriti'],
  ['© 1998, 2014–2026 Ravenhall AB', 'Ravenhall AB'],
  ['© Tischlerei Kern GmbH & Co. KG, Hafenstr. 4, 26122 Oldenburg', 'Tischlerei Kern GmbH & Co. KG'],
])('%s is signed by %s', (line, holder) => {
  expect(copyrightHolders([line])).toEqual([holder])
})

test('a holder has no sign, year or separator at its ends, whatever the line holds', () => {
  const part = fc.constantFrom(
    '©',
    'ⓒ',
    '(c)',
    'Copyright',
    '2026',
    '2019–2026',
    '.',
    ' - ',
    '|',
    'by',
    'All rights reserved',
    'P.IVA',
    'Acme',
    'Müller & Co.',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string({ maxLength: 12 })), { maxLength: 12 }), (parts) => {
      for (const holder of copyrightHolders([parts.join(' ')])) {
        expect(holder).toBe(holder.trim())
        expect(holder).toMatch(/[\p{L}\p{N}]/u)
        expect(holder).not.toMatch(/^[.,|•·–—©ⓒ-]/u)
        expect(holder.length).toBeLessThanOrEqual(100)
      }
    }),
  )
})
