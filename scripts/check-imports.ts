// npm run check: holds the sources to the rules of import-rules.ts.
import { globSync, readFileSync } from 'node:fs'
import { normalize } from 'node:path'
import process from 'node:process'
import { checkImports } from './import-rules.ts'

const SOURCES = [
  'packages/*/{src,bin,build,bench,test}/**/*.{ts,tsx,mts,js,mjs}',
  '{scripts,ci}/**/*.{ts,mjs}',
  'examples/**/*.{ts,mjs}',
]

const files = globSync(SOURCES, { exclude: ['**/node_modules/**'] }).map((path) => ({
  path: normalize(path),
  text: readFileSync(path, 'utf8'),
}))
const problems = checkImports(files)
if (files.length === 0) problems.push('No source was found; run it in the root of the repository.')
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
