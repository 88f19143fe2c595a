// robots.txt (RFC 9309), read and matched in bounded time whatever it holds.

export type RobotsFile = {
  /** Takes a path with its query, as URLs write it. */
  allows(path: string): boolean
}

type Rule = { allow: boolean; length: number; pieces: readonly string[]; toEnd: boolean }

/** Nothing longer is requested: a rule with more characters of its own than that cannot match anything. */
export const PATH_MAX_CHARACTERS = 1024
/** No honest file has as many for one crawler. */
const RULES_MAX_COUNT = 10_000

/** The rules for one crawler: those under its name, else those for all. Undefined when there are too many to know them. */
export function parseRobots(text: string, product: string): RobotsFile | undefined {
  const [own, forAll] = readGroups(text, product.toLowerCase())
  const rules = own ?? forAll ?? []
  if (rules.length > RULES_MAX_COUNT) return undefined
  return {
    allows(path) {
      if (path.length > PATH_MAX_CHARACTERS) return false
      const normal = normalize(path)
      // RFC 9309 §2.2.2: the longest match counts; of two equally long ones, that which allows.
      let best: Rule | undefined
      for (const rule of rules) {
        const isBetter = !best || rule.length > best.length || (rule.length === best.length && rule.allow)
        if (isBetter && matches(rule, normal)) best = rule
      }
      return best?.allow ?? true
    },
  }
}

/** RFC 9309 §2.2.1: groups of the same crawler count as one; a group begins with one or more names. */
function readGroups(text: string, product: string): [own: Rule[] | undefined, forAll: Rule[] | undefined] {
  let own: Rule[] | undefined
  let forAll: Rule[] | undefined
  let isNaming = false
  let concerns = { own: false, all: false }
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [field, value] = readLine(line)
    if (field === 'user-agent') {
      if (!isNaming) concerns = { own: false, all: false }
      isNaming = true
      const name = value.toLowerCase().split('/')[0]!.trim()
      if (name === product) concerns.own = true
      if (name === '*') concerns.all = true
      if (concerns.own) own ??= []
      if (concerns.all) forAll ??= []
    } else if (field === 'allow' || field === 'disallow') {
      isNaming = false
      const rule = concerns.own || concerns.all ? readRule(value, field === 'allow') : undefined
      if (rule && concerns.own) own?.push(rule)
      if (rule && concerns.all) forAll?.push(rule)
    } else if (field !== '') isNaming = false
  }
  return [own, forAll]
}

function readLine(line: string): [field: string, value: string] {
  const [content = ''] = line.split('#', 1)
  const colon = content.indexOf(':')
  if (colon < 0) return ['', '']
  return [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()]
}

/** Undefined for a rule without effect: it is empty, or longer than any path. */
function readRule(value: string, allow: boolean): Rule | undefined {
  const toEnd = value.endsWith('$')
  // A row of stars is one: what is between them is empty.
  const [first = '', ...others] = normalize(toEnd ? value.slice(0, -1) : value).split('*')
  const last = others.pop()
  const pieces = [first, ...others.filter((piece) => piece !== ''), ...(last === undefined ? [] : [last])]
  const own = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (value === '' || own > PATH_MAX_CHARACTERS) return undefined
  return { allow, length: own + pieces.length - 1 + (toEnd ? 1 : 0), pieces, toEnd }
}

/** Taking each piece where it stands first leaves the most for those after it. */
function matches({ pieces, toEnd }: Rule, path: string): boolean {
  const [first = '', ...others] = pieces
  if (!path.startsWith(first)) return false
  const last = toEnd ? others.pop() : undefined
  if (toEnd && last === undefined) return path === first
  let at = first.length
  for (const piece of others) {
    const found = path.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return last === undefined || (path.length - last.length >= at && path.endsWith(last))
}

/** RFC 9309 §2.2.2: what is not ASCII compares as percent-encoded UTF-8, and encodings in either case. */
function normalize(path: string): string {
  return encodeURI(path.toWellFormed())
    .replaceAll('%25', '%')
    .replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase())
}
