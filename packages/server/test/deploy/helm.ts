// Renders the chart where there is no Helm: the part of Go's templates that its templates use. Anything else is refused.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const CHART = fileURLToPath(new URL('../../../../deploy/helm/', import.meta.url))
const read = (path: string) => readFileSync(join(CHART, path), 'utf8')

type Values = Record<string, unknown>
const FUNCTIONS: Record<string, (...values: string[]) => string> = {
  print: (...values) => values.join(''),
  default: (fallback, value) => value || fallback!,
  replace: (old, replacement, text) => text!.replaceAll(old!, () => replacement!),
  toJson: (value) => JSON.stringify(value),
  '.Files.Get': (path) => read(path!),
}

/** The text of each template by its name. */
export function renderChart(values: Values): Map<string, string> {
  const { appVersion } = parse(read('Chart.yaml')) as { appVersion: string }
  const scope = { Values: values, Chart: { AppVersion: appVersion } }
  const names = readdirSync(join(CHART, 'templates'))
  return new Map(names.map((name) => [name, renderTemplate(read(`templates/${name}`), scope)]))
}

export function renderTemplate(template: string, scope: object): string {
  return template.replaceAll(/\{\{(.*?)\}\}/gs, (_, action: string) => {
    if (/^\/\*.*\*\/$/s.test(action)) return ''
    const words = action.match(/"[^"\\]*"|[()|]|[^\s()|"]+|\S/g) ?? []
    const value = pipeline(words, scope)
    if (words.length > 0 || typeof value !== 'string') throw new Error(`The renderer does not know {{${action}}}.`)
    return value
  })
}

/** `a b | c d` is `c d (a b)`: the value goes on as the last argument. Takes its words, up to a closing bracket. */
function pipeline(words: string[], scope: object): unknown {
  let piped: unknown[] = []
  for (;;) {
    const [head, ...rest] = operands(words, scope)
    const values = [...rest, ...piped]
    piped = [typeof head === 'function' ? head(...values) : values.length === 0 ? head : undefined]
    if (words[0] !== '|') return piped[0]
    words.shift()
  }
}

function operands(words: string[], scope: object): unknown[] {
  const found: unknown[] = []
  while (words.length > 0 && words[0] !== '|' && words[0] !== ')') {
    const word = words.shift()!
    if (word === '(') {
      found.push(pipeline(words, scope))
      if (words.shift() !== ')') throw new Error('A bracket is not closed.')
    } else if (word.startsWith('"')) found.push(word.slice(1, -1))
    else found.push(FUNCTIONS[word] ?? memberOf(scope, word))
  }
  return found
}

function memberOf(scope: object, path: string): unknown {
  if (!/^(?:\.[A-Za-z]+)+$/.test(path)) throw new Error(`The renderer does not know ${path}.`)
  const found = path
    .slice(1)
    .split('.')
    .reduce<unknown>((value, name) => (value as Values | undefined)?.[name], scope)
  if (found === undefined) throw new Error(`There is no ${path}.`)
  return found
}
