// The catalog of texts: every text is used, none is missing, and no component contains a literal text.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, test } from 'vitest'
import { format, formatParts } from '../src/texts/format.ts'

const SRC = fileURLToPath(new URL('../src/', import.meta.url))
const NOT_TEXTS = ['format.ts', 'isolated.ts']

type Node = { type: string } & Record<string, unknown>
type Catalog = Record<string, unknown>

const catalogs: Record<string, Record<string, Catalog>> = {}
for (const path of globSync('texts/*.ts', { cwd: SRC })) {
  if (!NOT_TEXTS.includes(basename(path))) catalogs[basename(path)] = await import(pathToFileURL(join(SRC, path)).href)
}

const sources = globSync('**/*.{ts,tsx}', { cwd: SRC })
  .filter((path) => !path.startsWith('texts/') && !path.endsWith('.d.ts'))
  .map((path) => {
    const text = readFileSync(join(SRC, path), 'utf8')
    return { path, text, program: parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node }
  })

/** All texts below a value, by path. */
function leavesOf(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value as object).flatMap(([key, child]) => leavesOf(child, `${path}.${key}`))
}

const leaves = Object.entries(catalogs).flatMap(([file, exported]) =>
  Object.entries(exported).flatMap(([name, catalog]) => leavesOf(catalog, `${file}:${name}`)),
)

function walk(node: unknown, visit: (node: Node, parents: Node[]) => void, parents: Node[] = []): void {
  if (Array.isArray(node)) {
    for (const each of node) walk(each, visit, parents)
    return
  }
  if (typeof node !== 'object' || node === null) return
  const isNode = 'type' in node
  if (isNode) visit(node as Node, parents)
  for (const child of Object.values(node)) walk(child, visit, isNode ? [...parents, node as Node] : parents)
}

/** `t.steps.sending` as ['steps', 'sending']; a computed part ends the path, which then covers everything below. */
function memberPath(parents: Node[], identifier: Node): string[] {
  const path: string[] = []
  let inner = identifier
  for (const parent of [...parents].reverse()) {
    if (parent.type !== 'MemberExpression' || parent.object !== inner) break
    const property = parent.property as Node
    if (parent.computed && property.type !== 'Literal') break
    path.push(String(property.name ?? property.value))
    inner = parent
  }
  return path
}

/** The paths that a source reads, and those that are in no catalog. */
function readsOf({ program, path }: (typeof sources)[number]): { used: string[]; missing: string[] } {
  const names = new Map<string, { start: string; catalog: Catalog }>()
  const used: string[] = []
  const missing: string[] = []
  walk(program, (node, parents) => {
    if (node.type === 'ImportDeclaration') {
      const file = basename(String((node.source as Node).value))
      if (!String((node.source as Node).value).includes('texts/') || !catalogs[file]) return
      for (const { imported, local } of node.specifiers as { imported: Node; local: Node }[]) {
        const catalog = catalogs[file][String(imported.name)]!
        names.set(String(local.name), { start: `${file}:${String(imported.name)}`, catalog })
      }
    }
    const known = node.type === 'Identifier' && names.get(String(node.name))
    if (!known || parents.some(({ type }) => type === 'ImportDeclaration')) return
    const last = parents.at(-1)!
    // A property or key that only has the same name.
    if (last.type === 'MemberExpression' && last.property === node && !last.computed) return
    if (last.type === 'Property' && last.key === node && last.value !== node) return
    let value: unknown = known.catalog
    let at = known.start
    for (const key of memberPath(parents, node)) {
      if (typeof value !== 'object' || Array.isArray(value)) break
      if (!Object.hasOwn(value as object, key)) return void missing.push(`${path}: ${at}.${key}`)
      value = (value as Catalog)[key]
      at += `.${key}`
    }
    used.push(at)
  })
  return { used, missing }
}

const reads = sources.map(readsOf)

test('every text of the catalog is used', () => {
  const used = new Set(reads.flatMap((read) => read.used))
  const isUsed = (path: string) => {
    const parts = path.split('.')
    // Using the catalog object alone does not count: its parts are named.
    return parts.some((_, at) => at > 0 && used.has(parts.slice(0, at + 1).join('.')))
  }
  // A file name contains a dot itself.
  const named = leaves.map(([path]) => path.replace('.ts:', ':'))
  for (const path of [...used]) used.add(path.replace('.ts:', ':'))
  expect(named.filter((path) => !isUsed(path))).toEqual([])
})

test('no text is missing', () => {
  expect(reads.flatMap(({ missing }) => missing)).toEqual([])
})

/** Attributes that users read or hear. */
const SHOWN =
  /^(?:aria-label|aria-description|aria-roledescription|title|alt|placeholder|label|hint|lead|aside|description|submit)$/
const hasLetters = (text: string) => /\p{L}{2}/u.test(text)
/** Starts with a capital letter and continues like a phrase. */
const isPhrase = (text: string) => /^\p{Lu}\p{Ll}+[ ,'’]\S|^\p{Lu}\p{Ll}+.*[.!?…]$/u.test(text)

describe('no component contains a literal text', () => {
  test.each(sources.map(({ path, program }) => [path, program] as const))('%s', (_path, program) => {
    const found: string[] = []
    walk(program, (node, parents) => {
      const text = textOf(node)
      if (text === undefined || parents.some(({ type }) => type === 'ImportDeclaration')) return
      const attribute = parents.findLast(({ type }) => type === 'JSXAttribute')
      const name = attribute && String((attribute.name as Node).name)
      if (name === 'className') return
      const isChild = node.type === 'JSXText' || (!attribute && isShownChild(parents))
      const isShown = isChild || (name !== undefined && SHOWN.test(name) && isShownChild(parents))
      if (isShown ? hasLetters(text) : isPhrase(text)) found.push(text.trim())
    })
    expect(found).toEqual([])
  })
})

function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText') return String(node.value)
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateElement') return String((node.value as { cooked: string }).cooked)
  return undefined
}

/** A literal that is rendered directly: only conditionals are between it and the element. */
function isShownChild(parents: Node[]): boolean {
  for (const parent of [...parents].reverse()) {
    if (parent.type === 'JSXExpressionContainer' || parent.type === 'JSXAttribute') return true
    if (!['ConditionalExpression', 'LogicalExpression', 'TemplateLiteral'].includes(parent.type)) return false
  }
  return false
}

describe('the messages', () => {
  const messages = leaves.filter(([, text]) => /[{}]/.test(text))

  test.each(messages)('%s is an ICU message that works with every count', (_path, message) => {
    const names = [...message.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name!)
    for (const count of [0, 1, 2, 5, 1_000_000]) {
      const filled = formatParts<string | number>(message, Object.fromEntries(names.map((name) => [name, count])))
      expect(filled.join('')).not.toMatch(/[{}#]|undefined|plural/)
      if (!message.includes(`=${count} {`))
        expect(filled.join('')).toContain(new Intl.NumberFormat().format(count).slice(0, names.length))
    }
    for (const [, branches] of message.matchAll(/, plural,(.*)\}$/gs)) expect(branches).toMatch(/ one \{.* other \{/s)
  })

  test("follow the plural rules of English and the user's number format", () => {
    const message = '{count, plural, =0 {No rows of {name}} one {# row of {name}} other {# rows of {name}}}.'
    const filled = (count: number) => format(message, { count, name: 'a {b} #c' })
    expect([0, 1, 2, 1500].map(filled)).toEqual([
      'No rows of a {b} #c.',
      '1 row of a {b} #c.',
      '2 rows of a {b} #c.',
      '1,500 rows of a {b} #c.',
    ])
  })
})
