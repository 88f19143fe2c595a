// A test waits for what happens, by events, `eventually` or expect.poll, and never for a time that is hoped to be long enough.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = dirname(import.meta.dirname)
const TESTS = ['packages/*/test/**/*.ts', '{scripts,ci}/**/*.{test,tools,system}.ts']
const WAIT = /(?<![\w.'"`])(?:sleep|setTimeout)\((?!\))|\.waitForTimeout\(|Atomics\.wait\(/
const REASON = /\/\/ Fixed time: \S+/

/** Lines that wait for a time, without the reason on the line above. */
function bareWaits(text: string): number[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => (WAIT.test(line) && !REASON.test(lines[at - 1] ?? '') ? [at + 1] : []))
}

test('no test waits for a fixed time without saying why it must', () => {
  const files = globSync(TESTS, { cwd: ROOT, exclude: ['**/node_modules/**', 'scripts/waits.test.ts'] })
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) =>
    bareWaits(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}:${line}`),
  )
  expect(found).toEqual([])
})

test.for([
  ['  await sleep(20)', [2]],
  ['  while (!isDone()) await sleep(5)', [2]],
  ['  await new Promise((resolve) => setTimeout(resolve, 60))', [2]],
  ['  await page.waitForTimeout(100)', [2]],
  ['  // Fixed time: the length of the outage.\n  await sleep(4_000)', []],
  ['  // For a while.\n  await sleep(4_000)', [3]],
  ["  'SELECT pg_sleep(6)'", []],
  ['  await eventually(isDone)', []],
] as const)('%j', ([text, lines]) => expect(bareWaits(`\n${text}`)).toEqual(lines))
