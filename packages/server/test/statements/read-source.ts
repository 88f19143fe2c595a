// The statements of the service, read from its source: each `sql` template that is one, with the columns that its type declares.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url))

export type Statement = {
  /** `usage/ledger.ts:12` */
  at: string
  /** With numbered parameters in place of values. */
  text: string
  /** TypeScript's type of each column; undefined where the type is not an object that this file spells out. */
  columns: Record<string, string> | undefined
}

const IS_STATEMENT = /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/

export function readStatements(): Statement[] {
  const statements: Statement[] = []
  for (const file of (readdirSync(SOURCE, { recursive: true }) as string[]).sort()) {
    if (!file.endsWith('.ts')) continue
    const source = readFileSync(join(SOURCE, file), 'utf8')
    for (const template of templatesIn(source)) {
      const text = withParameters(template.parts, source)
      if (!IS_STATEMENT.test(text)) continue
      const line = source.slice(0, template.start).split('\n').length
      statements.push({ at: `${file}:${line}`, text, columns: columnsOf(template.type, source) })
    }
  }
  return statements
}

type Template = { start: number; type: string; parts: { text: string; value?: string }[] }

function* templatesIn(source: string): Generator<Template> {
  for (const match of source.matchAll(/(?<!`)\bsql(?=[<`])/g)) {
    const [type, start] = typeAfter(source, match.index + match[0].length)
    if (source[start] === '`') yield { start: match.index, type, parts: partsFrom(source, start + 1) }
  }
}

/** The type between angle brackets, and where it ends. */
function typeAfter(source: string, start: number): [type: string, end: number] {
  if (source[start] !== '<') return ['', start]
  let depth = 0
  for (let at = start; at < source.length; at++) {
    if (source[at] === '<') depth++
    if (source[at] === '>' && source[at - 1] !== '=' && --depth === 0) return [source.slice(start + 1, at), at + 1]
  }
  throw new Error('A type does not end.')
}

function partsFrom(source: string, start: number): Template['parts'] {
  const parts: Template['parts'] = []
  let from = start
  for (let at = start; at < source.length; at++) {
    if (source[at] === '`') {
      parts.push({ text: source.slice(from, at) })
      return parts
    }
    if (source[at] !== '$' || source[at + 1] !== '{') continue
    const end = endOfValue(source, at + 2)
    parts.push({ text: source.slice(from, at), value: source.slice(at + 2, end) })
    from = end + 1
    at = end
  }
  return []
}

function endOfValue(source: string, start: number): number {
  let depth = 1
  for (let at = start; at < source.length; at++) {
    if (source[at] === '{') depth++
    if (source[at] === '}' && --depth === 0) return at
  }
  return source.length
}

/** Parts that are made by a function or are a choice: one that they can be. */
const FRAGMENTS: readonly (readonly [value: RegExp, text: string])[] = [
  [/^isActive$/, "(s.status = 'active')"],
  [/^mayWorkIn\([\s\S]*$/, 'users.address_confirmed'],
  [/^marksOf\(.*$/, 'SELECT sha256 FROM removed_members'],
  [/^sql\.table\('(\w+)'\)$/, '$1'],
  // domains/fact-store.ts
  [/^table$/, 'dns_facts'],
  // verify/http.ts
  [/^sql\.table\(table\)$/, 'bulk_jobs'],
  // credentials/tokens/token-limits.ts
  [/^sql\.table\(counted\.table\)$/, 'token_allowances'],
  [/^sql\.ref\(counted\.key\)$/, 'token_id'],
  // contacts/search.ts
  [/^range$/, 'FROM contacts'],
  [/^(?:within|inDomain)\(.*$/, ''],
  [/^matches\(.*$/, 'true'],
  [/^orderBy\(.*$/, 'position'],
]

function withParameters(parts: Template['parts'], source: string): string {
  let count = 0
  const render = (pieces: Template['parts']): string =>
    pieces
      .map(({ text, value }) => {
        if (value === undefined) return text
        const fragment = FRAGMENTS.find(([pattern]) => pattern.test(value))
        if (fragment) return text + value.replace(...fragment)
        const constant = constantOf(value, source)
        return text + (constant ? render(constant) : `$${++count}`)
      })
      .join('')
  return render(parts)
}

/** A part of a statement that the same file has as a constant, or as a function of one expression. */
function constantOf(value: string, source: string): Template['parts'] | undefined {
  const name = /^(\w+)(?:\([\s\S]*\))?$/.exec(value)?.[1]
  if (name === undefined) return undefined
  const found = new RegExp(`\\bconst ${name}(?:: [^=]+)? = (?:\\([^)]*\\)(?:: [^=]+)? =>\\s+)?sql(?=[<\`])`).exec(
    source,
  )
  if (!found) return undefined
  const [, start] = typeAfter(source, found.index + found[0].length)
  return source[start] === '`' ? partsFrom(source, start + 1) : undefined
}

/** The members of an object type that is spelled out here, or is an alias of one in the same file. */
function columnsOf(type: string, source: string): Record<string, string> | undefined {
  const trimmed = type.trim()
  if (/^\w+$/.test(trimmed)) {
    const alias = new RegExp(`\\btype ${trimmed} = (?=\\{)`).exec(source)
    if (!alias) return undefined
    const start = alias.index + alias[0].length
    const end = endOfValue(source, start + 1)
    // More follows, such as `& Key`.
    return /^\}\s*&/.test(source.slice(end)) ? undefined : membersOf(source.slice(start + 1, end))
  }
  return /^\{[^{}]*\}$/.test(trimmed) ? membersOf(trimmed.slice(1, -1)) : undefined
}

function membersOf(body: string): Record<string, string> | undefined {
  if (/[{}]/.test(body)) return undefined
  const plain = body.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\/\/.*$/gm, '')
  const members: Record<string, string> = {}
  for (const [, name, type] of plain.matchAll(/(?:^|[;\n,])\s*(?:readonly )?(\w+)\??: ([^;\n]+)/g))
    members[name!] = type!.trim()
  return members
}
