/**
 * Chinese and Korean names. There are few family names, and given names of one or two syllables that no list can cover:
 * a family name beside such syllables shows which is which, in either order.
 */
import { isChineseSyllables, isKoreanSyllables } from '../text/syllables.ts'
import { familyOf } from './weights.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** In Pinyin, Wade-Giles, and the Cantonese and Hokkien spellings. */
export const CHINESE_FAMILY = words(`
  ang au bai beh boey boon cai cao chan chang chao chen cheng cheuk cheung chia chiang chien chin chiu choi chong chou chow chu
  chua chuang chui chung cui dai deng ding dong du duan fan fang feng fok fong foo fu fung gan gao goh gu guo han hao he heng ho
  hoe hou hsia hsiao hsieh hsiung hsu hu huang huangfu hui hung hwang ip jia jiang jin kan kang kao ko koh kok kong ku kuan kueh
  kuo kwan kwok kwong lai lam lau law lee lei leow leung li liang liao lien liew lim lin liu lo loh lok loke long low lu lui luk
  lung luo lyu ma mah mak man mao meng mo mok neo neoh ng ngai ngan ong ooi oon ouyang pai pan pang peng poon pua qi qian qin
  qiu quah quek ren seah seet shangguan shao shek shen shi shih shum sia sim sima sin situ siu so soh song su suen sun sung sze
  szeto tai tam tan tang tao tay teh teng teo thong tian ting tiong to toh tong tsai tsang tsao tse tseng tsou tsui tu tung wan
  wang wee wei wen weng wong woo wu xia xiang xiao xie xiong xu xue yam yan yang yao yap yau ye yeh yen yeo yeoh yeung yim yin
  yip yiu yong yu yuan yue yuen yung zeng zhang zhao zheng zhong zhou zhu zhuge zou
`)

export const KOREAN_FAMILY = words(`
  ahn an bae baek bak ban bang byun cha chae chang cheon cho choe choi chong choo chu chun chung do eom eun gang gil go gong gu
  gwak gwon ha ham han heo hong huh hur hwang hyeon hyun im in jang je jee jeon jeong ji jin jo joo ju jun jung kang ki kim ko
  koh kong koo kook kwak kwon lee lim ma maeng min moon mun myung na nam noh oh ok paik pak park pyo pyun ra rhee rim roh ryu
  seo seok seol seong shim shin sim sin so sohn son song suh suk sul sung tak um wang wi won woo wu yang yeo yeom yi yong yoo
  yook yoon you yu yum yun
`)

/** Family names so common that they win over another family name that is equally common as a given name. */
const MOST_USUAL = new Set(
  words(`
    wang li zhang liu chen yang huang zhao wu zhou xu sun zhu ma lin guo gao luo zheng chan wong lee cheung lau leung tan lim
    kim park choi jung jeong kang cho yoon jang
  `),
)
const CHINESE = new Set(CHINESE_FAMILY)
const KOREAN = new Set(KOREAN_FAMILY)
/**
 * A given name has one or two syllables; the longest family names and all others have fewer letters than two long
 * syllables.
 */
const MOST_SYLLABLES = 2
/** A word this well known as a family name is not the given name in family-first order: `kim.smith`. */
const KNOWN_FAMILY = 9

/**
 * By first and last letter: bit n if a family name of n letters has them. Excludes nearly every other word without
 * allocating a string.
 */
const LENGTHS = new Uint16Array(32 * 32)
for (const name of [...CHINESE_FAMILY, ...KOREAN_FAMILY]) {
  LENGTHS[endsOf(name.charCodeAt(0), name.charCodeAt(name.length - 1))]! |= 1 << name.length
}

function endsOf(first: number, last: number): number {
  return (first & 31) * 32 + (last & 31)
}

/** Whether the letters in [start, end) may be one of the family names. */
export function mayBeEastAsian(bytes: Uint8Array, start: number, end: number): boolean {
  return ((LENGTHS[endsOf(bytes[start]!, bytes[end - 1]!)]! >>> Math.min(end - start, 15)) & 1) !== 0
}

export type EastAsianOrder = 'given_first' | 'family_first' | 'either' | undefined

/** Undefined if the two words are not a Chinese or Korean name. */
export function eastAsianOrder(head: string, tail: string, headWeights: number, tailWeights: number): EastAsianOrder {
  const isHead = isFamily(head)
  const isTail = isFamily(tail)
  if (isHead && isTail) {
    if (MOST_USUAL.has(head) === MOST_USUAL.has(tail)) return 'either'
    return MOST_USUAL.has(tail) ? 'given_first' : 'family_first'
  }
  if (isTail) return isGiven(head, tail) ? 'given_first' : undefined
  if (!isHead || !isGiven(tail, head) || familyOf(tailWeights) >= KNOWN_FAMILY) return undefined
  return familyOf(headWeights) > 0 ? 'family_first' : undefined
}

const isFamily = (word: string) => CHINESE.has(word) || KOREAN.has(word)

function isGiven(word: string, family: string): boolean {
  return (
    (CHINESE.has(family) && isChineseSyllables(word, MOST_SYLLABLES)) ||
    (KOREAN.has(family) && isKoreanSyllables(word, MOST_SYLLABLES))
  )
}
