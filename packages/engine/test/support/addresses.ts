import fc from 'fast-check'
import { anyCharacters } from './any-characters.ts'

const DOMAINS = [
  'gmail.com',
  'GMAIL.com',
  'googlemail.com',
  'yahoo.fr',
  'user.fastmail.com',
  'mailinator.com',
  'contoso.com',
  'a.b.contoso.co.uk',
  'münchen.de',
  'раypal.com',
  'host.local',
  'co.uk',
  'exa_mple.com',
  'localhost',
]

/** Strings that are nearly always close to an address, valid and invalid in every way. */
export const addressLike: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '', '', ' ', '\u3000\t'),
    fc.oneof(
      fc.string({ unit: fc.constantFrom(...'abcdejohnsmithJOHN0123456789.+-_\'"\\ é=!'), maxLength: 24 }),
      fc.constantFrom(
        'john.smith',
        'info',
        'no-reply',
        'Jean-Luc.Picard',
        "sean.o'brien",
        'j.müller',
        '"a b"',
        'ludwig.van.beethoven',
      ),
      fc.string({ unit: 'grapheme', maxLength: 16 }),
      anyCharacters({ maxLength: 16 }),
    ),
    fc.constantFrom('@', '@', '@', '@', '', '@@'),
    fc.oneof(fc.constantFrom(...DOMAINS), fc.domain(), fc.string({ unit: 'grapheme', maxLength: 16 })),
    fc.constantFrom('', '', '', '\n', ' '),
  )
  .map((parts) => parts.join(''))
