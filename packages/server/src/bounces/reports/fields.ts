// Header fields (RFC 5322) and the groups of fields of a delivery report (RFC 3464), in one pass over the lines.

export type Fields = Map<string, string[]>

const NAME_MAX_CHARACTERS = 76
const VALUE_MAX_CHARACTERS = 4_000
/** A field that comes more often says nothing more. */
const VALUES_MAX_COUNT = 200

/** Groups are separated by blank lines, or begin where `begins` comes again; real servers leave out the blank line. */
export function groupsOf(text: string, begins?: string): Fields[] {
  const groups: Fields[] = [new Map()]
  let last: { values: string[] } | undefined
  for (const line of text.split(/\r\n|\r|\n/)) {
    let current = groups.at(-1)!
    if (line.trim() === '') {
      if (current.size > 0) groups.push(new Map())
      last = undefined
      continue
    }
    const colon = line.indexOf(':')
    const name = colon > 0 && colon <= NAME_MAX_CHARACTERS ? line.slice(0, colon).trimEnd().toLowerCase() : ''
    if (!/^[a-z][a-z0-9-]*$/.test(name)) {
      const at = last ? last.values.length - 1 : -1
      if (last && last.values[at]!.length < VALUE_MAX_CHARACTERS) last.values[at] += ` ${line.trim()}`
      continue
    }
    if (name === begins && current.has(name)) {
      current = new Map()
      groups.push(current)
    }
    const values = current.get(name) ?? []
    current.set(name, values)
    last = values.length < VALUES_MAX_COUNT ? { values } : undefined
    last?.values.push(line.slice(colon + 1, colon + 1 + VALUE_MAX_CHARACTERS).trim())
  }
  return groups
}

/** All fields up to the first blank line. */
export function headersOf(message: string): Fields {
  return groupsOf(message.slice(0, HEADERS_MAX_CHARACTERS).split(/\r?\n\r?\n/, 1)[0]!)[0]!
}

const HEADERS_MAX_CHARACTERS = 64 * 1024

/** `rfc822; jane@example.com`: the type is optional in practice. */
export function untyped(value: string): string {
  return value.replace(/^[A-Za-z0-9-]{1,40} {0,4};/, '').trim()
}

/** Comments such as (JST) are no part of a date that JavaScript reads. */
export function dateOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const date = new Date(
    text
      .slice(0, 100)
      .replaceAll(/\([^()]*\)/g, '')
      .trim(),
  )
  return Number.isNaN(date.getTime()) ? undefined : date
}
