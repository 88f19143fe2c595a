/**
 * Texts are ICU messages, so that translators can work on them: `{name}` is a placeholder, and `{count, plural, one {#
 * row} other {# rows}}` chooses by the plural rules of the language. A branch is a whole phrase, because a translator
 * cannot reorder fragments.
 */
import { formatCount } from '../parts/numbers.ts'

const LANGUAGE = 'en'
const PLURALS = new Intl.PluralRules(LANGUAGE)

/** The placeholders of a message, with the type of their values. */
export type Values<Message extends string, Value = string | number> = {
  [Name in NamesIn<Message> as Name['name']]: Name['isPlural'] extends true ? number : Value
}
type NamesIn<Message extends string> = Message extends `${string}{${infer Rest}`
  ? NameAtStart<Rest> | NamesIn<Rest>
  : never
type NameAtStart<Rest extends string> = Rest extends `${infer Head}}${string}`
  ? Head extends `${infer Name}, plural,${string}`
    ? { name: Name; isPlural: true }
    : Head extends `${string}${' ' | '#' | '{'}${string}`
      ? never
      : { name: Head; isPlural: false }
  : never

export function format<Message extends string>(message: Message, values: Values<Message>): string {
  return formatParts(message, values as Record<string, string | number>).join('')
}

/** The parts of the filled message in order: strings, and values that are not strings. */
export function formatParts<Value>(message: string, values: Record<string, Value>, count = 0): (Value | string)[] {
  const parts: (Value | string)[] = []
  let end = 0
  for (let at = message.indexOf('{'); at !== -1; at = message.indexOf('{', end)) {
    parts.push(hashed(message.slice(end, at), count))
    end = endOfBraces(message, at)
    const [, name = '', branches] = /^(\w+)(?:, plural,(.*))?$/s.exec(message.slice(at + 1, end - 1)) ?? []
    const value = values[name]!
    if (branches === undefined) parts.push(typeof value === 'number' ? formatCount(value) : value)
    else parts.push(...formatParts(branchOf(branches, Number(value)), values, Number(value)))
  }
  parts.push(hashed(message.slice(end), count))
  return parts
}

const hashed = (text: string, count: number) => text.replaceAll('#', () => formatCount(count))

function branchOf(branches: string, count: number): string {
  const byKey = new Map<string, string>()
  for (let at = branches.indexOf('{'), end = 0; at !== -1; at = branches.indexOf('{', end)) {
    const key = branches.slice(end, at).trim()
    end = endOfBraces(branches, at)
    byKey.set(key, branches.slice(at + 1, end - 1))
  }
  return byKey.get(`=${count}`) ?? byKey.get(PLURALS.select(count)) ?? byKey.get('other') ?? ''
}

/** The position after the brace that closes the one at `start`. */
function endOfBraces(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at + 1
  }
  throw new Error(`Unclosed brace: ${text}`)
}
