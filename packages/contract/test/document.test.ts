// Compares docs/contract.md with the code: a table that differs from the program fails here.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import * as contract from '../src/index.ts'
import * as limits from '../src/limits.ts'
import * as rateLimits from '../src/rate-limits.ts'
import { grouped, objectSchemas, rowsOf } from './schema-rows.ts'

const ROOT = new URL('../../../', import.meta.url)
const lines = readFileSync(new URL('docs/contract.md', ROOT), 'utf8').split('\n')
const headings = lines.flatMap((line) => /^#{2,3} ([\d.]+?)\.? (.+)$/.exec(line)?.slice(1, 3).join(' ') ?? [])
const sections = new Set(headings.map((heading) => heading.split(' ')[0]!))

/** The rows of the first table after the given line, without its header. */
function tableBehind(start: number): string[][] {
  const head = lines.findIndex((line, at) => at > start && line.startsWith('|'))
  const end = lines.findIndex((line, at) => at > head && !line.startsWith('|'))
  return lines.slice(head + 2, end).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

function tableWithHead(head: string): string[][] {
  const at = lines.indexOf(head)
  expect(at, `a table with the head ${head}`).toBeGreaterThan(0)
  return tableBehind(at - 1)
}

const plain = (cell: string) => cell.replaceAll('`', '')

/** The exports of a module in source order; a namespace has them in alphabetical order. */
function inOrder<Value>(module: Record<string, Value>, file: string): [name: string, value: Value][] {
  const source = readFileSync(new URL(`packages/contract/src/${file}`, ROOT), 'utf8')
  const names = [...source.matchAll(/^export const (\w+)/gm)].map(([, name]) => name!)
  expect(names.toSorted()).toEqual(Object.keys(module).toSorted())
  return names.map((name) => [name, module[name]!])
}

test('every object schema has a table, and every table a schema', () => {
  const titles = lines.flatMap((line) => /^\*\*`(\w+)`\*\*$/.exec(line)?.[1] ?? [])
  expect(titles.toSorted()).toEqual([...objectSchemas.keys()].toSorted())
})

test.each([...objectSchemas])('%s: fields, types, bounds and what is required', (name, schema) => {
  const documented = tableBehind(lines.indexOf(`**\`${name}\`**`))
  expect(documented.map(([field, type, required]) => [plain(field!), type, required])).toEqual(rowsOf(schema))
})

describe.each([
  ['3.1', contract.JOB_EDGES],
  ['3.2', contract.GROUP_EDGES],
  ['3.3', contract.ENRICHMENT_EDGES],
])('§%s', (section, edges) => {
  test('the transitions are the edges of the state machine', () => {
    const rows = tableBehind(lines.findIndex((line) => line.startsWith(`### ${section} `)))
    const documented = rows.map(([from, to]) => `${plain(from!)} to ${plain(to!)}`)
    const real = Object.entries(edges).flatMap(([from, ends]) => ends.map((to: string) => `${from} to ${to}`))
    expect(documented.toSorted()).toEqual(real.toSorted())
  })
})

test('§7: every code of a request, with its status', () => {
  const documented = tableWithHead('| code | status | when |').map(([code, status]) => [plain(code!), Number(status)])
  expect(documented).toEqual(Object.entries(contract.ERRORS).map(([code, { status }]) => [code, status]))
})

test('§7: every code of a row', () => {
  const documented = tableWithHead('| row error | when |').map(([code]) => plain(code!))
  expect(documented).toEqual([...contract.ROW_ERROR_CODES])
})

test('§8: every limit, in the order of the code, with its value in the unit of its name', () => {
  const documented = tableWithHead('| limit | value | constant |').map(([, value, name]) => [plain(name!), value])
  const real = inOrder(limits, 'limits.ts').map(([name, value]) => [name, measure(name, value)])
  expect(documented).toEqual(real)
})

test('§8: every limit of requests, in the order of the code, with its window', () => {
  const head = '| policy | requests | window | counted for | operations |'
  const documented = tableWithHead(head).map(([name, requests, window]) => [plain(name!), requests, window])
  const real = inOrder(rateLimits, 'rate-limits.ts').map(([, { name, limit, windowSeconds }]) => [
    name,
    grouped(limit),
    withUnit(windowSeconds, 'second'),
  ])
  expect(documented).toEqual(real)
})

function measure(name: string, value: number): string {
  const unit = name.slice(name.lastIndexOf('_') + 1)
  if (unit === 'MS') {
    const [size, word] =
      value % 86_400_000 === 0
        ? [86_400_000, 'day']
        : value % 3_600_000 === 0
          ? [3_600_000, 'hour']
          : [60_000, 'minute']
    return withUnit(value / size, word)
  }
  if (unit === 'COUNT' || unit === 'NUMBER') return grouped(value)
  return withUnit(value, unit.toLowerCase().replace(/s$/, ''))
}

function withUnit(count: number, word: string): string {
  return `${grouped(count)} ${word}${count === 1 ? '' : 's'}`
}

type OpenApi = { paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>> }

const ROUTES_HEAD = '| § | route | operation | success | response body | permission | scope | subscription |'

test('§4: every route, with its operation and its success', () => {
  const { paths } = JSON.parse(readFileSync(new URL('openapi.json', ROOT), 'utf8')) as OpenApi
  const real = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => {
      const success = Object.keys(responses).filter((status) => status.startsWith('2'))
      return [`${method.toUpperCase()} ${path}`, operationId, success.join()]
    }),
  )
  const documented = tableWithHead(ROUTES_HEAD).map(([, route, operation, success]) => [
    plain(route!),
    plain(operation!),
    success,
  ])
  expect(documented.toSorted()).toEqual(real.toSorted())
})

test('§4: every route links to a section, and every section of a route has its heading', () => {
  for (const [section, route, , , body] of tableWithHead(ROUTES_HEAD)) {
    expect(sections).toContain(section)
    if (section!.startsWith('4.'))
      expect(
        headings.filter((heading) => heading.startsWith(`${section} `) && heading.endsWith(`: ${plain(route!)}`)),
      ).toHaveLength(1)
    for (const [, name] of body!.matchAll(/`(\w+)`/g)) expect([...objectSchemas.keys()]).toContain(name)
  }
})

test('every section cited in the code and the documents exists', () => {
  const files = globSync(['*.md', 'docs/**/*.md', 'scripts/*.ts', 'packages/*/{src,test,bench,build}/**/*.{ts,tsx}'], {
    cwd: fileURLToPath(ROOT),
  })
  const cited = files.flatMap((file) =>
    readFileSync(new URL(file, ROOT), 'utf8')
      .split('\n')
      // Standards have sections as well; they are cited by name.
      .flatMap((line) =>
        [...line.matchAll(/(?<!(?:RFC|UTS) ?#?\d+ |NIST SP [\w-]+ )§(\d+(?:\.\d+)*)/g)].map(
          ([, section]) => `${file} §${section}`,
        ),
      ),
  )
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter((citation) => !sections.has(citation.split('§')[1]!))).toEqual([])
})
