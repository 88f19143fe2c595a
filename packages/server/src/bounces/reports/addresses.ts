const LOCAL_MAX_CHARACTERS = 64
const DOMAIN_MAX_CHARACTERS = 253
const AT = /^[^\s<>()",;:[\]@]{1,64}@[^\s<>()",;:[\]@']{1,253}$/

/** All addresses of a field that lists them. */
export function addressesIn(text: string): string[] {
  return text.split(/[\s<>()",;:[\]]+/).flatMap((word) => addressOf(word) ?? [])
}

export function addressOf(word: string): string | undefined {
  let end = Math.min(word.length, LOCAL_MAX_CHARACTERS + DOMAIN_MAX_CHARACTERS + 2)
  let start = 0
  while (start < end && `<"'*>`.includes(word[start]!)) start++
  while (end > start && `>"'.,:;`.includes(word[end - 1]!)) end--
  const bare = word.slice(start, end)
  return AT.test(bare) ? bare : undefined
}
