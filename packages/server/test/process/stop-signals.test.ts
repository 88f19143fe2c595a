import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { execFile, fork } from '../../../../scripts/testing/programs.ts'
import { CHILD_ENV } from '../support/child-env.ts'
import { isAlive, launchProgram, untilExit, untilSays } from '../support/program.ts'

const LISTENER = fileURLToPath(new URL('stop-signals-program.ts', import.meta.url))

async function listener(sameWishMs: number) {
  const child = fork(LISTENER, [String(sameWishMs)], { env: CHILD_ENV })
  onTestFinished(() => void child.kill('SIGKILL'))
  const heard: unknown[] = []
  const hear = async () => {
    const [message] = await once(child, 'message')
    heard.push(message)
  }
  await hear()
  return { child, heard, hear }
}

test('npm start passes SIGTERM on to Node and ends with it, so that nothing is orphaned or cut off', async () => {
  const program = await launchProgram({
    command: ['npm', 'start'],
    sharedDatabase: true,
    role: 'api',
    env: { SECRET: 'the same secret on every node of the fleet' },
  })
  await untilSays(program, /all processes ready/)
  const npm = program.process.pid!
  const node = Number(await readFile(`/proc/${npm}/task/${npm}/children`, 'utf8'))
  expect(await readFile(`/proc/${node}/cmdline`, 'utf8')).toContain('main.ts')
  program.process.kill('SIGTERM')
  await untilExit(program)
  expect(await isAlive(node)).toBe(false)
  expect(program.output()).toContain('stopping: waiting for running requests and tasks')
})

test('a signal that npm passes on after the terminal is not taken for a second one', async () => {
  const { child, heard, hear } = await listener(60_000)
  child.kill('SIGINT')
  await hear()
  child.kill('SIGINT')
  child.send('still there?')
  await hear()
  expect(heard).toEqual(['ready', 'first SIGINT', 'still there'])
})

test('a later signal is a second one', async () => {
  const { child, heard, hear } = await listener(0)
  child.kill('SIGTERM')
  await hear()
  child.kill('SIGTERM')
  await hear()
  expect(heard).toEqual(['ready', 'first SIGTERM', 'second'])
})

test('the scripts of package.json run where the shell does not know exec', async () => {
  // npm links what `bin` names: on Windows that is what `exec` finds.
  const { bin } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  const exec = fileURLToPath(new URL(`../../${bin.exec}`, import.meta.url))
  const words = ['node', 'scripts/run.mjs', 'packages/server/src/admin.ts', 'help']
  const { stdout } = await promisify(execFile)(process.execPath, [exec, ...words], { env: CHILD_ENV })
  expect(stdout).toContain('users create')
})
