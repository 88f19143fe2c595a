import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDER = new URL('../../../../.github/workflows/', import.meta.url)

test('every action of the workflows is pinned by the hash of a commit, and names its version', () => {
  const uses = readdirSync(FOLDER).flatMap((name) =>
    readFileSync(new URL(name, FOLDER), 'utf8')
      .split('\n')
      .filter((line) => /^\s*(?:- )?uses:/.test(line)),
  )
  expect(uses.length).toBeGreaterThan(0)
  for (const line of uses) expect(line).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})
