import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { execFile, execFileSync, findProgram, spawn, spawnSync } from './programs.ts'

const MISSING = 'no-such-program-of-mailsift'
const COMPLAINT = `This test needs the program ${MISSING}, which is not installed here.`

test.for([
  ['spawn', () => spawn(MISSING, ['--version'])],
  ['spawnSync', () => spawnSync(MISSING, ['--version'])],
  ['execFile', () => execFile(MISSING, ['--version'], () => undefined)],
  ['promisified execFile', () => promisify(execFile)(MISSING, ['--version'])],
  ['execFileSync', () => execFileSync(MISSING, ['--version'])],
] as const)('%s of a missing program fails at once and names it', ([, start]) => {
  expect(start).toThrow(COMPLAINT)
})

test('a missing program is named by the path that was given, too', () => {
  expect(() => spawn(`/nowhere/${MISSING}`)).toThrow(`needs the program /nowhere/${MISSING}`)
})

test('a folder is no program', () => {
  expect(() => findProgram(import.meta.dirname)).toThrow(import.meta.dirname)
})

test('a program that is there runs as node:child_process runs it', async () => {
  const child = spawn('sh', ['-c', 'exit 3'])
  expect(await once(child, 'exit')).toEqual([3, null])
  expect(spawnSync('sh', ['-c', 'echo said'], { encoding: 'utf8' }).stdout).toBe('said\n')
  expect((await promisify(execFile)('sh', ['-c', 'echo said'])).stdout).toBe('said\n')
  expect(execFileSync('sh', ['-c', 'echo said'], { encoding: 'utf8' })).toBe('said\n')
})

test('no test imports node:child_process itself', () => {
  const files = globSync(['packages/*/test/**/*.ts', '{scripts,ci}/**/*.{test,tools,system}.ts'], {
    exclude: ['**/node_modules/**'],
  })
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => /^import .* from 'node:child_process'/m.test(readFileSync(file, 'utf8')))).toEqual([])
})
