/**
 * Common Hungarian family names, which precede the given name; without those that are also given names (`balazs`,
 * `simon`).
 */
const HUNGARIAN = new Set(
  `
  nagy kovacs toth szabo horvath varga kiss molnar nemeth farkas balogh papp takacs juhasz lakatos meszaros olah racz
  fekete szilagyi torok feher szucs hegedus szekely pinter fodor szoke kocsis biro hajdu lukacs gulyas kerekes somogyi fabian
  bognar orban balla halasz fazekas sipos magyar szalai budai deak pal barta illes gal bodnar jakab antal katona vincze bakos
  kelemen novak szűcs soos sandor hegedűs pasztor csonka major veres csaszar vamos bartos
  `
    .trim()
    .split(/\s+/)
    .filter((name) => /^[a-z]+$/.test(name)),
)

const VIETNAMESE = new Set('nguyen tran pham huynh hoang phan bui duong dinh doan luong truong trinh'.split(' '))

export const isHungarianFamily = (word: string): boolean => HUNGARIAN.has(word)
export const isVietnameseFamily = (word: string): boolean => VIETNAMESE.has(word)
