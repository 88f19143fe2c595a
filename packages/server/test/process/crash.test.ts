import process from 'node:process'
import { expect, test } from 'vitest'
import { spawnSync } from '../../../../scripts/testing/programs.ts'

const CRASH = new URL('../../src/process/crash.ts', import.meta.url).href

function crashBy(statement: string, logFormat: 'json' | 'pretty') {
  const program = `const { reportCrashes } = await import('${CRASH}')
    reportCrashes({ logFormat: '${logFormat}', role: 'worker' })
    ${statement}`
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
}

test.each([
  "setTimeout(() => { throw new TypeError('jane@contoso.com') })",
  "Promise.reject(new TypeError('jane@contoso.com'))",
])('an error that nothing caught is one line of JSON, with the place and without the message: %s', (statement) => {
  const { status, stdout, stderr } = crashBy(statement, 'json')
  expect(status).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).not.toContain('jane@')
  expect(JSON.parse(stderr)).toMatchObject({
    level: 60,
    role: 'worker',
    error: 'TypeError',
    msg: 'process crashed',
  })
  expect(JSON.parse(stderr).at.length).toBeGreaterThan(0)
})

test('a warning of Node, and what a library writes to the console, are one line of JSON each', () => {
  const { status, stderr } = crashBy(
    "process.emitWarning('of two\\nlines', { code: 'OLD' }); console.error('jane@contoso.com\\n', new Error())",
    'json',
  )
  expect(status).toBe(0)
  expect(stderr).not.toContain('jane@')
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toMatchObject([
    { level: 40, role: 'worker', msg: 'library wrote to the console' },
    { level: 40, role: 'worker', warning: 'Warning', code: 'OLD', msg: 'of two\nlines' },
  ])
})

test('on a terminal the error is shown as it is', () => {
  const { status, stderr } = crashBy("setTimeout(() => { throw new TypeError('at hand') })", 'pretty')
  expect(status).toBe(1)
  expect(stderr).toContain('TypeError: at hand\n    at ')
})
