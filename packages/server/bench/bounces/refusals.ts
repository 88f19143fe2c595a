// Refusals: replies that say nothing about the mailbox, of mail servers, filters and providers; docs/bounce-quality.md says where they come from. The names in
// them are replaced. A hash chooses the half that measures.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Sample } from './samples.ts'

const FILE = new URL('refusals.tsv', import.meta.url)

export function readRefusals(half: 'build' | 'measure'): Sample[] {
  return readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line.includes('\t'))
    .map((line) => line.split('\t') as [string, string])
    .filter(([, text]) => halfOf(text) === half)
    .map(([source, text]) => ({
      ...{ name: source, reply: text.replaceAll('\\n', '\n') },
      ...{ recipient: 'jane@example.com', expected: [['none']] },
    }))
}

const halfOf = (text: string) => (createHash('sha256').update(text).digest()[0]! % 2 === 0 ? 'build' : 'measure')
