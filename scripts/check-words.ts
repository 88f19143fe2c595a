// npm run check: keeps "nobody", "whoever" and "throw-away" out of comments, documents, names of tests and texts for users, and lets
// comments of sources begin with their subject instead of "What", "With" or "Of".
// A sentence with its subject, in the term of the trade ("disposable"), can be searched for.
import { globSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const SOURCES = [
  'packages/*/{src,build,bench,bin,test}/**/*.{ts,tsx,mjs,css,html,sql}',
  '{scripts,ci,deploy,examples,.ci,.github}/**',
  'docs/**/*.md',
  'packages/*/*.md',
  '*.md',
  '{NOTICE,Dockerfile,openapi.json}',
]
const LEFT_OUT = [
  '**/node_modules/**',
  // Its own samples.
  'scripts/check{-words*,-samples}.ts',
  // Words that mailboxes are named after.
  'packages/engine/build/vocabulary/**',
  // A migration is never edited: its checksum is in every database that it made.
  'packages/server/src/migrations/007{1,2}-*.sql',
]

const AVOIDED = /\b(?:nobody|whoever|throw-away)\b/gi
/** In code a lone `nobody` may be a user's name or a sample; between other words it belongs to a sentence. */
const IN_SENTENCE =
  /(?<=[\w'][a-z,;:] )(?:nobody|whoever)\b(?!@)|\b(?:[Nn]obody|[Ww]hoever)(?= [a-z])|\b[Tt]hrow-away\b/g

/** Sources whose comments begin with their subject: all but tests. */
const SUBJECT_FIRST = /^(?:packages\/[^/]+\/src|scripts|deploy|examples)\/(?!.*\.test\.).*\.(?:ts|tsx|mjs)$/
const NO_SUBJECT = /^\s*(?:\/\*\*|\/\/|\*) (What|Whatever|With|Of)\b/
const CONTINUES = /^\s*(?:\/\/|\* )/

/** The lines of a text that use an avoided word, counted from 1. */
export function findAvoided(path: string, text: string): { line: number; word: string }[] {
  const lines = path.endsWith('.md') ? withoutFences(text) : text.split('\n')
  return lines.flatMap((line, at) => {
    const isProse = path.endsWith('.md') || isComment(line)
    const found = isProse ? withoutQuotes(line).matchAll(AVOIDED) : line.matchAll(IN_SENTENCE)
    const words = [...found].map(([word]) => word)
    const isFirst = SUBJECT_FIRST.test(path) && !(CONTINUES.test(line) && CONTINUES.test(lines[at - 1] ?? ''))
    const begin = isFirst ? NO_SUBJECT.exec(line)?.[1] : undefined
    return [...words, ...(begin ? [begin] : [])].map((word) => ({ line: at + 1, word }))
  })
}

/** The lines of a document; those of its code blocks are empty. */
function withoutFences(text: string): string[] {
  let isInside = false
  return text.split('\n').map((line) => {
    if (line.startsWith('```')) isInside = !isInside
    return isInside ? '' : line
  })
}

/** A comment of its own line, in TypeScript, CSS, SQL, YAML or a shell. */
const isComment = (line: string) => /^\s*(?:\/\/|\/?\*|--|#)/.test(line)

/** Code and names are quoted as they are. */
const withoutQuotes = (line: string) => line.replace(/`[^`]*`|"[^"]*"/g, '')

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const files = globSync(SOURCES, { exclude: LEFT_OUT, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const path of files.map(({ parentPath, name }) => `${parentPath}/${name}`)) {
    for (const { line, word } of findAvoided(path, readFileSync(path, 'utf8'))) {
      console.error(`${path}:${line}: name the subject, or use the term of the trade, instead of "${word}"`)
      process.exitCode = 1
    }
  }
}
