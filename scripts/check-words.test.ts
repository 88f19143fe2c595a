import { expect, test } from 'vitest'
import { findAvoided } from './check-words.ts'

test.each([
  ['a comment', 'a.ts', 'const a = 1\n// Nobody reads it.'],
  ['a doc comment', 'a.ts', '/** One.\n * Taken by whoever comes first. */'],
  ['SQL', 'a.sql', 'id uuid, -- nobody sees it'],
  ['a document', 'a.md', 'Text\nthat nobody finds.'],
])('an avoided word is found in %s', (_where, path, text) => {
  expect(findAvoided(path, text)).toHaveLength(1)
})

test.each([
  ['code', 'a.ts', "const nobody = 'nobody'"],
  ['a quoted name in a document', 'a.md', '| x | `a.test.ts` "nobody gets in" |'],
  ['code in a document', 'a.md', 'Run `mailsift validate nobody`.'],
  ['a block of code in a document', 'a.md', 'Run:\n\n```sh\nmailsift validate nobody\n```\n'],
])('%s may hold any word', (_where, path, text) => {
  expect(findAvoided(path, text)).toEqual([])
})
