// No text from outside may hold up a process: every regular expression of the programs takes time in proportion to the
// length of its text. An expression is therefore written as a literal, where it can be validated.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import process from 'node:process'
import { findPatterns, findSchemaPatterns } from './find.ts'
import { validatePattern } from './validate.ts'

/** Validating takes seconds for some; what was found safe once, by the same version, stays so. */
const CACHE = 'node_modules/.cache/mailsift/safe-patterns.json'
const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }

// Stripping types is still called experimental, which is of no use to the reader of a check.
process.removeAllListeners('warning')

const safe = readSafe()
const problems: string[] = []

for (const file of globSync('packages/*/src/**/*.ts').toSorted()) {
  const { patterns, assembled } = findPatterns(readFileSync(file, 'utf8'))
  for (const line of assembled) problems.push(`${file}:${line}: write the regular expression as a literal`)
  for (const { line, ...pattern } of patterns) validate(`${file}:${line}`, pattern)
}
for (const source of findSchemaPatterns(JSON.parse(readFileSync('openapi.json', 'utf8'))))
  validate('openapi.json', { source, flags: 'u' })

function validate(place: string, pattern: { source: string; flags: string }): void {
  const text = `/${pattern.source}/${pattern.flags}`
  if (safe.has(text)) return
  const problem = validatePattern(pattern)
  if (problem) problems.push(`${place}: ${text} ${problem}`)
  else safe.add(text)
}

function readSafe(): Set<string> {
  try {
    const cache = JSON.parse(readFileSync(CACHE, 'utf8')) as { version: string; safe: string[] }
    return new Set(cache.version === version ? cache.safe : [])
  } catch {
    return new Set()
  }
}

mkdirSync(dirname(CACHE), { recursive: true })
writeFileSync(CACHE, JSON.stringify({ version, safe: [...safe] }))
if (problems.length) {
  console.error(problems.join('\n'))
  process.exit(1)
}
