/** Guesses the culture of a name from its script, the country of its domain or provider, and its family name. */
import {
  AFRICAN_FAMILY,
  ARABIC_FAMILY,
  INDIAN_FAMILY,
  INDONESIAN_FAMILY,
  VIETNAMESE_FAMILY,
} from '../../../build/name-lists/own.ts'
import { CHINESE_FAMILY, KOREAN_FAMILY } from '../../../src/names/east-asian.ts'
import { foldName } from './written-names.ts'

const BY_FAMILY: readonly (readonly [string, ReadonlySet<string>])[] = [
  ['Indian', new Set(INDIAN_FAMILY)],
  ['Indonesian, African', new Set([...INDONESIAN_FAMILY, ...AFRICAN_FAMILY])],
  ['Arabic, Persian, Urdu', new Set(ARABIC_FAMILY)],
  ['Chinese and Korean family names in Latin letters', new Set([...CHINESE_FAMILY, ...KOREAN_FAMILY])],
]
const VIETNAMESE = new Set(VIETNAMESE_FAMILY)

export const CULTURES = [
  'Chinese names and providers',
  'Chinese and Korean family names in Latin letters',
  'Korean names and providers',
  'Japanese',
  'Vietnamese',
  'Indian',
  'Arabic, Persian, Urdu',
  'Indonesian, African',
  'all others',
] as const

export function cultureOf(name: string, domain: string): string {
  if (/\p{Script=Hangul}/u.test(name) || /(?:naver|daum|hanmail|kakao)\.|\.kr$/.test(domain)) {
    return 'Korean names and providers'
  }
  if (/[\u3040-\u30ff]/.test(name) || domain.endsWith('.jp')) return 'Japanese'
  if (/\p{Script=Han}/u.test(name) || /(?:^|\.)(?:qq|163|126|foxmail)\.com$|\.(?:cn|tw|hk)$/.test(domain)) {
    return 'Chinese names and providers'
  }
  const words = name.split(/\s+/).map(foldName)
  if (words.length < 2) return 'all others'
  const last = words.at(-1)!
  if (VIETNAMESE.has(last) || VIETNAMESE.has(words[0]!)) return 'Vietnamese'
  return BY_FAMILY.find(([, families]) => families.has(last))?.[0] ?? 'all others'
}
