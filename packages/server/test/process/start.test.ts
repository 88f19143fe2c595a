import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isAlive, launchProgram, makeDataDir, startProgram, untilExit } from '../support/program.ts'

test('the first start makes the data folder and its secrets for their owner alone, and the offered line works', async () => {
  const program = await startProgram()
  for (const name of ['secret', 'token']) expect((await stat(join(program.dataDir, name))).mode & 0o777).toBe(0o600)
  expect((await stat(program.dataDir)).mode & 0o777).toBe(0o700)
  const offered = /^ +(curl .*)$/m.exec(program.output())![1]!
  const { stdout } = await promisify(execFile)('sh', ['-c', `${offered} --silent --show-error`])
  expect(JSON.parse(stdout)).toMatchObject({ normalized: 'janedoe@gmail.com' })
  // What is not a terminal may be a log.
  expect(program.output()).not.toContain(await program.token())
})

test('a stop by signal ends every process with exit code 0, and the next start finds the same account', async () => {
  const first = await startProgram()
  const token = await first.token()
  const pids = await first.pids()
  expect(await first.stop()).toBe(0)
  for (const pid of [...pids.api, ...pids.worker, pids.postgres!]) expect(await isAlive(pid)).toBe(false)

  const second = await startProgram({ dataDir: first.dataDir })
  expect(await second.token()).toBe(token)
})

test('a second start on the same data folder is refused with one line and leaves the first alone', async () => {
  const first = await startProgram()
  const second = await launchProgram({ dataDir: first.dataDir })
  expect(await untilExit(second)).toBe(1)
  expect(second.output().trim().split('\n')).toHaveLength(1)
  expect(second.output()).toContain(
    `already runs on the data folder ${first.dataDir} (process ${first.process.pid} on ${hostname()})`,
  )
  expect((await fetch(`${first.origin}/readyz`)).status).toBe(200)
})

test('a busy port is named in one line, and the same folder starts once the port is free', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const { port } = blocker.address() as { port: number }
  const refused = await launchProgram({ port })
  expect(await untilExit(refused)).toBe(1)
  expect(refused.output().trim()).toBe(
    `Port ${port} is in use. Stop the program that uses it, or set PORT to another one.`,
  )
  blocker.close()
  await startProgram({ dataDir: refused.dataDir })
})

test('a data folder that cannot be written is named in one line', async () => {
  const parent = join(await makeDataDir(), '..')
  await writeFile(join(parent, 'file'), '')
  const program = await launchProgram({ dataDir: join(parent, 'file', 'data') })
  expect(await untilExit(program)).toBe(1)
  expect(program.output()).toMatch(/^The data folder .* cannot be written \(ENOTDIR\).*\n$/)
})

test('a data folder where no folder can be made is named in one line', async () => {
  const program = await launchProgram({ dataDir: '/proc/nowhere/data' })
  expect(await untilExit(program)).toBe(1)
  expect(program.output()).toMatch(/^The data folder .* cannot be written \(E[A-Z]+\).*\n$/)
})

const BAD_SETTINGS = {
  PORT: 'http',
  HOST: 'bad!',
  LOG_LEVEL: 'loud',
  BASE_URL: 'https://mail.example',
  TRUST_PROXY: 'somebody',
  DNS_SERVERS: '127.0.0.1:99999',
  BLOBS: 'tape',
  OPERATOR_CONTACT: '田中',
}

test('all bad settings are reported at once, in one line', async () => {
  const program = await launchProgram({ env: BAD_SETTINGS })
  expect(await untilExit(program)).toBe(1)
  expect(program.output().trim().split('\n')).toHaveLength(1)
  for (const name of Object.keys(BAD_SETTINGS)) expect(program.output()).toContain(`${name} must`)
})

test('a path with spaces and letters of any alphabet works, also one too long for a socket', async () => {
  const parent = join(await makeDataDir(), '..')
  const names = ['with space', 'ünïcödé, "田中" \'n', 'x'.repeat(120)]
  const dataDir = join(parent, ...names, 'data')
  await mkdir(join(parent, ...names), { recursive: true })
  const program = await startProgram({ dataDir })
  expect(program.output()).toContain(dataDir)
})

test('a folder name with commas and quotes works where the socket fits into it', async () => {
  const program = await startProgram({ dataDir: join(await makeDataDir(), `a, "b" 'c'`) })
  expect((await fetch(`${program.origin}/readyz`)).status).toBe(200)
})

test('two instances run side by side from two folders', async () => {
  const [one, two] = await Promise.all([startProgram(), startProgram()])
  expect((await fetch(`${one.origin}/readyz`)).status).toBe(200)
  expect((await fetch(`${two.origin}/readyz`)).status).toBe(200)
})

test('the database listens on no port', async () => {
  const program = await startProgram()
  const { postgres } = await program.pids()
  expect(await listeningPortsOf(postgres!)).toEqual([])
})

/** The listening TCP sockets of a process, found by matching its socket inodes with the kernel's tables. */
async function listeningPortsOf(pid: number): Promise<string[]> {
  const links = await Promise.all(
    (await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')),
  )
  const inodes = new Set(links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]).filter(Boolean))
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8').catch(() => '')),
  )
  return tables
    .flatMap((table) => table.split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === '0A' && inodes.has(fields[9]))
    .map((fields) => fields[1]!)
}
