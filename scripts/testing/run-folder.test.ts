import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { isAlive } from '../../packages/server/test/support/program.ts'
import { type ChildProcess, fork, spawn } from './programs.ts'
import { removeRun } from './run-folder.ts'

const PROGRAM = join(import.meta.dirname, 'run-folder-program.ts')

type Made = { folder: string; memory: string; pids: number[] }

async function startRun(place: string): Promise<{ runner: ChildProcess; made: Made; ended: Promise<unknown> }> {
  const env = { PATH: process.env.PATH, TMPDIR: place }
  const runner = fork(PROGRAM, [inject('preparedFolder')], { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const ended = once(runner, 'exit')
  onTestFinished(async () => {
    runner.kill('SIGKILL')
    await ended
  })
  const [made] = (await Promise.race([
    once(runner, 'message'),
    ended.then(() => Promise.reject('The runner ended.')),
  ])) as [Made]
  for (const path of [made.folder, made.memory]) expect(existsSync(path)).toBe(true)
  for (const pid of made.pids) expect(await isAlive(pid)).toBe(true)
  return { runner, made, ended }
}

async function usePlace(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'place-'))
  onTestFinished(() => rm(place, { recursive: true, force: true }))
  return place
}

async function expectNothingLeft({ folder, memory, pids }: Made): Promise<void> {
  await expect.poll(() => [folder, memory].filter((path) => existsSync(path))).toEqual([])
  for (const pid of pids) await expect.poll(() => isAlive(pid)).toBe(false)
}

test.for(['SIGINT', 'SIGTERM', 'SIGKILL', 'a crash'] as const)(
  'after %s of the runner no process, no database and no folder of the run is left',
  async (how) => {
    const { runner, made, ended } = await startRun(await usePlace())
    if (how === 'a crash') runner.send('crash')
    else runner.kill(how)
    await ended
    await expectNothingLeft(made)
  },
)

test('a later run removes what one left that was killed together with its watcher, and not what a running one has', async () => {
  const place = await usePlace()
  const killed = await startRun(place)
  process.kill(watcherOf(killed.made), 'SIGKILL')
  killed.runner.kill('SIGKILL')
  await killed.ended
  expect(existsSync(killed.made.folder)).toBe(true)
  const running = await startRun(place)
  await expectNothingLeft(killed.made)
  expect(existsSync(running.made.folder)).toBe(true)
  for (const pid of running.made.pids) expect(await isAlive(pid)).toBe(true)
  running.runner.kill('SIGINT')
  await running.ended
  await expectNothingLeft(running.made)
})

test('children of a runner that dies are ended while it is still their parent; one that ended keeps its workers', async () => {
  const place = await usePlace()
  const name = `mailsift-test-${process.pid}-dying`
  const child = spawn('sleep', ['600'], { stdio: 'ignore', env: { ...process.env, TMPDIR: join(place, name) } })
  const ended = once(child, 'exit')
  await removeRun(place, name, { hasEnded: true })
  expect(await isAlive(child.pid!)).toBe(true)
  await removeRun(place, name)
  expect(await ended).toEqual([null, 'SIGKILL'])
})

function watcherOf({ folder }: Made): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const found = pids.find((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      return words.includes('watch-run.ts') && words.includes(basename(folder))
    } catch {
      return false
    }
  })
  return Number(found)
}
