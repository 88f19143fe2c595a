import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../../scripts/eventually.ts'
import { spawn } from '../../../../../scripts/testing/programs.ts'
import { newHolder, removeHolder, writeHolder } from '../../../src/platform/data-folder/holder.ts'
import { FolderInUse, type FolderLockOptions, lockDataFolder } from '../../../src/platform/data-folder/lock.ts'
import { silentLog } from '../../support/database.ts'

const TIMES = { renewMs: 50, watchMs: 400, watchSharedMs: 400, settleMs: 100, commandMs: 5_000 }

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function take(folder: string, more: Partial<FolderLockOptions> = {}) {
  const lock = await lockDataFolder({ folder, purpose: 'service', log: silentLog, times: TIMES, ...more })
  onTestFinished(() => lock.release().catch(() => undefined))
  return lock
}

/** A record as Mailsift on another machine leaves it; the machine lives as long as it renews the record. */
async function otherMachine(folder: string) {
  const holder = { ...newHolder('service'), host: 'elsewhere', pid: 4711, kernel: 'another kernel' }
  await writeHolder(folder, holder)
  const path = join(folder, 'holder.json')
  return {
    renew: async () => utimes(path, new Date(), new Date(Date.now() + 1_000)),
    stop: async () => removeHolder(folder, holder),
    isStanding: async () => JSON.parse(await readFile(path, 'utf8')).id === holder.id,
  }
}

/** Another process that takes the folder and keeps it until it is killed. */
async function otherProcess(folder: string) {
  const module = new URL('../../../src/platform/data-folder/lock.ts', import.meta.url).href
  const program = `
    const { lockDataFolder } = await import(${JSON.stringify(module)})
    await lockDataFolder({ folder: process.argv[1], purpose: 'service', log: { warn() {} } })
    console.log('has it')
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('a folder has one holder; the second learns which, and gets it once the first has released it', async () => {
  const folder = await makeFolder()
  const first = await take(folder)
  await expect(take(folder)).rejects.toThrow(
    `Mailsift is already running with the data folder ${folder} (process ${process.pid} on ${hostname()}).`,
  )
  await first.release()
  const second = await take(folder)
  expect(second.afterKilledService).toBe(false)
  await second.release()
  expect(await readdir(folder)).toEqual(['lock'])
})

test('a holder that was killed leaves nothing in the way: the next one does not even wait', async () => {
  const folder = await makeFolder()
  const holder = await otherProcess(folder)
  await expect(take(folder)).rejects.toThrow(`(process ${holder.pid} on `)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const warnings: unknown[] = []
  const lock = await take(folder, { log: { warn: (...words: unknown[]) => warnings.push(words) } as never })
  expect(warnings).toEqual([])
  expect(lock.afterKilledService).toBe(true)
})

test('a folder that another machine keeps renewing is refused, and its record stays', async () => {
  const folder = await makeFolder()
  const other = await otherMachine(folder)
  const taking = take(folder)
  const refused = taking.catch((error: unknown) => error)
  const outcome = await eventually(async () => {
    await other.renew()
    return Promise.race([refused, undefined])
  })
  expect(outcome).toMatchObject({
    message: expect.stringMatching(
      /^Another machine is using the data folder .* \(process 4711 on elsewhere\)\. Stop /,
    ),
    reachable: false,
  })
  expect(await other.isStanding()).toBe(true)
})

test('a record that stays silent, as a power failure leaves it, is taken over', async () => {
  const folder = await makeFolder()
  const other = await otherMachine(folder)
  expect((await take(folder)).fromOtherMachine).toBe(false)
  expect(await other.isStanding()).toBe(false)
})

test('a record cut off by a power failure does not block the folder', async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, 'holder.json'), '{"id":')
  await take(folder)
})

test('a machine that stops tidily while it is watched hands the folder over at once', async () => {
  const folder = await makeFolder()
  const other = await otherMachine(folder)
  const taking = take(folder, { times: { ...TIMES, watchMs: 60_000 } })
  // Fixed time: from its first look on, it is watched.
  await sleep(50)
  await other.stop()
  await taking
})

test('on a shared volume, what was taken over from a silent machine may still have a database running there', async () => {
  const folder = await makeFolder()
  await otherMachine(folder)
  expect((await take(folder, { isShared: true })).fromOtherMachine).toBe(true)
})

test('of two machines that write their records at the same moment, the earlier one gives way', async () => {
  const folder = await makeFolder()
  const taking = take(folder, { isShared: true, times: { ...TIMES, settleMs: 500 } })
  const refused = expect(taking).rejects.toBeInstanceOf(FolderInUse)
  await eventually(() => existsSync(join(folder, 'holder.json')))
  const other = await otherMachine(folder)
  await refused
  expect(await other.isStanding()).toBe(true)
})

test('a holder learns that its folder was taken over while it was blocked, also when the other has left again', async () => {
  const folder = await makeFolder()
  const lock = await take(folder)
  const other = await otherMachine(folder)
  await other.stop()
  await lock.lost
})

test('a holder renews its record as long as it holds the folder', async () => {
  const folder = await makeFolder()
  const renewals = new Set<string>()
  await take(folder)
  await eventually(async () => {
    renewals.add(String((await stat(join(folder, 'holder.json'), { bigint: true })).mtimeNs))
    return renewals.size === 4
  })
})

test('a command that has the folder is waited for', async () => {
  const folder = await makeFolder()
  const command = await take(folder, { purpose: 'command' })
  let isTaken = false
  const taking = take(folder).then(() => {
    isTaken = true
  })
  // Fixed time: nothing happens as long as the command has it.
  await sleep(150)
  expect(isTaken).toBe(false)
  await command.release()
  await taking
})
