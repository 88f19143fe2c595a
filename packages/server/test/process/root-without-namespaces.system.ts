// Root as it is in most containers: no user namespaces, so that PostgreSQL has to run as somebody else.
import { once } from 'node:events'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { type ChildProcess, spawn } from '../../../../scripts/testing/programs.ts'
import { launchProgram, makeDataDir, startProgram, untilExit } from '../support/program.ts'

const FORBID = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'

/** A user namespace with every user in it, in which no further one can be made. */
async function withoutNamespaces(): Promise<string[]> {
  if (process.getuid?.() !== 0) throw new Error('This test needs root.')
  const holder: ChildProcess = spawn('unshare', ['--user', 'sleep', '600'], { stdio: 'ignore' })
  onTestFinished(() => void holder.kill('SIGKILL'))
  const target = String(holder.pid)
  const own = await readFile('/proc/self/uid_map', 'utf8')
  await eventually(async () => (await readFile(`/proc/${target}/uid_map`, 'utf8')) !== own)
  for (const map of ['uid_map', 'gid_map']) await writeFile(`/proc/${target}/${map}`, '0 0 65536')
  const within = ['nsenter', '--user', '--target', target, '--', 'sh', '-c', FORBID, 'sh']
  const [command = '', ...rest] = [...within, 'true']
  const [code] = await once(spawn(command, rest, { stdio: 'ignore' }), 'exit')
  if (code !== 0) throw new Error('This test needs user namespaces, which are forbidden here.')
  return within
}

test('PostgreSQL runs as another user, who gets through the data folder and sees nothing of it', async () => {
  const within = await withoutNamespaces()
  const dataDir = await makeDataDir()
  await chmod(dirname(dataDir), 0o755)
  for (let start = 0; start < 2; start++) {
    const program = await startProgram({ dataDir, within })
    const { uid } = await stat(`${dataDir}/postgres/pgdata`)
    expect(uid).not.toBe(0)
    expect((await stat(`/proc/${(await program.pids()).postgres}`)).uid).toBe(uid)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o701)
    for (const name of ['secret', 'token']) expect(await stat(`${dataDir}/${name}`)).toMatchObject({ uid: 0 })
    expect(await program.stop()).toBe(0)
  }
})

test('a folder on the way that the other user cannot enter is named, with what to do', async () => {
  const within = await withoutNamespaces()
  const dataDir = await makeDataDir()
  const program = await launchProgram({ dataDir, within })
  expect(await untilExit(program)).toBe(1)
  expect(program.output()).toMatch(
    /^PostgreSQL cannot run as root .* cannot access (\S+)\. Start Mailsift as another user .* chmod o\+x \1\n$/,
  )
  expect(program.output()).toContain(`chmod o+x ${dirname(dataDir)}`)
})

test('a database that root made in a namespace changes its owner', async () => {
  const within = await withoutNamespaces()
  const dataDir = await makeDataDir()
  await chmod(dirname(dataDir), 0o755)
  const first = await startProgram({ dataDir })
  const token = await first.token()
  await first.stop()
  const second = await startProgram({ dataDir, within })
  expect(await second.token()).toBe(token)
  await second.stop()
  const third = await startProgram({ dataDir })
  expect((await stat(`${dataDir}/postgres/pgdata`)).uid).not.toBe(0)
  expect(await third.stop()).toBe(0)
})
