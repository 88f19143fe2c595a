/** The family names that most Hungarians bear, without those that are given names as well (`balazs`, `simon`). */
const FAMILY = new Set(
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

export const isHungarianFamily = (word: string): boolean => FAMILY.has(word)
