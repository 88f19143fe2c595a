// npm run check: keeps "nobody" and "whoever" out of comments and documents. A sentence with its subject can be searched for.
import { globSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const SOURCES = [
  'packages/*/{src,build,bench,bin,test}/**/*.{ts,mjs,sql}',
  'scripts/**/*.{ts,mjs}',
  '*.md',
  'docs/**/*.md',
  'packages/*/*.md',
]
const AVOIDED = /\b(?:nobody|whoever)\b/gi

/** The lines of a text that use an avoided word, counted from 1. */
export function findAvoided(path: string, text: string): { line: number; word: string }[] {
  const prose = path.endsWith('.md') ? proseOf : path.endsWith('.sql') ? sqlCommentOf : commentOf
  return withoutFences(path, text)
    .split('\n')
    .flatMap((line, at) => [...prose(line).matchAll(AVOIDED)].map(([word]) => ({ line: at + 1, word })))
}

/** The lines of a document without those of its code blocks. */
function withoutFences(path: string, text: string): string {
  let inside = false
  const isCode = (line: string) => {
    if (line.startsWith('```')) inside = !inside
    return inside
  }
  return path.endsWith('.md') ? text.replaceAll(/.+/g, (line) => (isCode(line) ? '' : line)) : text
}

/** Code and the names of tests are quoted as they are. */
const proseOf = (line: string) => line.replace(/`[^`]*`|"[^"]*"/g, '')

const sqlCommentOf = (line: string) => proseOf(/--.*/.exec(line)?.[0] ?? '')

/** A comment of its own line; those behind code are not used here. */
const commentOf = (line: string) => (/^\s*(?:\/\/|\/?\*)/.test(line) ? proseOf(line) : '')

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  for (const path of globSync(SOURCES, { exclude: ['**/node_modules/**'] })) {
    for (const { line, word } of findAvoided(path, readFileSync(path, 'utf8'))) {
      console.error(`${path}:${line}: name the subject instead of "${word}"`)
      process.exitCode = 1
    }
  }
}
