// Reads name lists that no dependency-free package contains. Their sources and licenses are in the NOTICE file.
import { readFileSync } from 'node:fs'
import { CHINESE_FAMILY, KOREAN_FAMILY } from '../../src/names/east-asian.ts'
import * as own from './own.ts'

export type LocaleNames = { readonly given: readonly string[]; readonly family: readonly string[] }

const read = (name: string): string[] =>
  readFileSync(new URL(`${name}.txt`, import.meta.url), 'utf8')
    .trim()
    .split(/\s+/)

/** All lists below except the census. */
export const CULTURES: ReadonlySet<string> = new Set(
  'japan india china korea vietnam thailand indonesia arabic africa greece turkey'.split(' '),
)

/** Names by culture. The census has the family names of the United States, which come from all cultures. */
export function readNameLists(): Map<string, LocaleNames> {
  return new Map<string, LocaleNames>([
    ['census', { given: [], family: read('census-family') }],
    ['japan', { given: read('japanese-given'), family: read('japanese-family') }],
    ['india', { given: own.INDIAN_GIVEN, family: own.INDIAN_FAMILY }],
    ['china', { given: [], family: CHINESE_FAMILY }],
    ['korea', { given: [], family: KOREAN_FAMILY }],
    ['vietnam', { given: own.VIETNAMESE_GIVEN, family: own.VIETNAMESE_FAMILY }],
    ['thailand', { given: own.THAI_GIVEN, family: [] }],
    ['indonesia', { given: own.INDONESIAN_GIVEN, family: own.INDONESIAN_FAMILY }],
    ['arabic', { given: own.ARABIC_GIVEN, family: own.ARABIC_FAMILY }],
    ['africa', { given: own.AFRICAN_GIVEN, family: own.AFRICAN_FAMILY }],
    ['greece', { given: own.GREEK_GIVEN, family: [] }],
    ['turkey', { given: own.TURKISH_GIVEN, family: [] }],
  ])
}
