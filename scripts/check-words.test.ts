import { expect, test } from 'vitest'
import { findAvoided } from './check-words.ts'

test.each([
  ['a comment', 'a.ts', 'const a = 1\n// Nobody reads it.'],
  ['a doc comment', 'a.ts', '/** One.\n * Taken by whoever comes first. */'],
  ['a comment behind code', 'a.ts', 'const a = 1 // nobody reads it'],
  ['SQL', 'a.sql', 'id uuid, -- nobody sees it'],
  ['a shell script', 'run.sh', '# whoever calls it'],
  ['a document', 'a.md', 'Text\nthat nobody finds.'],
  ['the name of a test', 'a.test.ts', "test('a closed door lets nobody in', () => {})"],
  ['a text for users', 'texts.tsx', "const text = 'Whoever holds the link can read it.'"],
  ['a text over several lines', 'help.ts', 'const help = `\n  for nobody else\n`'],
  ['a text', 'texts.ts', "const kind = 'A throw-away inbox'"],
  ['an identifier', 'a.ts', 'const gate = requireOwnPage()'],
  ['SQL code', 'a.sql', 'CREATE TABLE tasks_set_aside (id int);'],
  ['a workflow', '.github/workflows/ci.yml', 'name: Look-ups'],
  ['a log message', 'a.ts', "log.info('tasks were handed over')"],
  ['an old text of the console', 'texts.ts', "const status = 'Look twice'"],
  ['a comment of a script', 'deploy/a.sh', '# Runs in a process of its own.'],
  ['the beginning of a comment of a source', 'packages/engine/src/a.ts', '// What a row holds.\nconst a = 1'],
  ['the beginning of a doc comment', 'scripts/a.mjs', '/** Of a row. */'],
  ['the beginning of a doc comment of several lines', 'packages/cli/src/a.tsx', '/**\n * With a row.\n */'],
])('an avoided word is found in %s', (_where, path, text) => {
  expect(findAvoided(path, text)).toHaveLength(1)
})

test.each([
  ['a sample', 'a.ts', "const inputs = ['nobody', 'nobody@example.com']"],
  ['the name of a user', 'a.sh', 'install -o nobody -m 0700 x; setpriv --reuid=nobody --regid=nogroup'],
  ['an address in a text', 'a.ts', "const text = 'There is no account nobody@example.com.'"],
  ['a quoted name in a document', 'a.md', '| x | `a.test.ts` "nobody gets in" |'],
  ['code in a document', 'a.md', 'Run `mailsift validate nobody`.'],
  ['a block of code in a document', 'a.md', 'Run:\n\n```sh\nmailsift validate nobody\n```\n'],
  [
    'a further line of a comment',
    'packages/csv/src/a.ts',
    '// A row tells\n// What it holds.\n/**\n * A row.\n * With cells. */',
  ],
  ['a comment of a test', 'packages/csv/test/a.ts', '// What a row holds.'],
  ['a text of a source', 'packages/csv/src/a.ts', "const text = 'What is it?'\n// Offers, whatever it returns."],
])('%s may hold any word', (_where, path, text) => {
  expect(findAvoided(path, text)).toEqual([])
})
