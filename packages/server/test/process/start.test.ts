import { once } from 'node:events'
import { mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execFile } from '../../../../scripts/testing/programs.ts'
import { newHolder, writeHolder } from '../../src/platform/data-folder/holder.ts'
import {
  isAlive,
  launchProgram,
  makeDataDir,
  type Program,
  startProgram,
  untilExit,
  untilReady,
  untilSays,
} from '../support/program.ts'

/** The first start, which all tests of a file share. */
let program: Program
const ends: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-start-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  program = await startProgram({ dataDir: join(folder, 'data'), onFinished: (end) => ends.push(end) })
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

describe('the first start', () => {
  test('makes the data folder and its secrets for their owner alone, and the offered line works', async () => {
    // By this the command line finds it.
    expect(await readFile(join(program.dataDir, 'address'), 'utf8')).toBe(`${program.origin}\n`)
    for (const name of ['secret', 'token']) expect((await stat(join(program.dataDir, name))).mode & 0o777).toBe(0o600)
    expect((await stat(program.dataDir)).mode & 0o777).toBe(0o700)
    const offered = /^ +(curl .*)$/m.exec(program.output())![1]!
    const { stdout } = await promisify(execFile)('sh', ['-c', `${offered} --silent --show-error`])
    expect(JSON.parse(stdout)).toMatchObject({ normalized: 'janedoe@gmail.com' })
    // What is not a terminal may be a log.
    expect(program.output()).not.toContain(await program.token())
  })

  test('prints a link that signs the owner in, once', async () => {
    const [, origin, secret] = /(http:[^\s"]+)\/#sign-in=([\w-]+)/.exec(program.output())!
    expect(origin).toBe(program.origin)
    const headers = { 'content-type': 'application/json' }
    const follow = () =>
      fetch(`${origin}/account/sign-in-link`, { method: 'POST', headers, body: JSON.stringify({ secret }) })
    expect((await follow()).status).toBe(200)
    expect((await follow()).status).toBe(403)
  })

  test('starts a database that listens on no port', async () => {
    const { postgres } = await program.pids()
    expect(await listeningPortsOf(postgres!)).toEqual([])
  })

  test.runIf(process.platform === 'linux')('starts no process of the database that only waits', async () => {
    const { postgres } = await program.pids()
    const named = await serverProcessesOf(postgres!)
    expect(named.filter((name) => !name.startsWith('mailsift ')).sort()).toEqual([
      'autovacuum launcher',
      'background writer',
      'checkpointer',
      'walwriter',
    ])
  })

  test('shows the metrics of all its processes to those on this machine', async () => {
    const metrics = await (await fetch(`${program.origin}/metrics`)).text()
    const named = metrics.matchAll(/^process_cpu_seconds_total\{process="([^"]+)"\}/gm)
    expect([...named].map(([, process]) => process)).toEqual(['api-1', 'worker-1'])
  })

  test('is left alone by a second one on the same data folder, which is refused with one line', async () => {
    const second = await launchProgram({ dataDir: program.dataDir })
    expect(await untilExit(second)).toBe(1)
    expect(second.output().trim().split('\n')).toHaveLength(1)
    expect(second.output()).toContain(
      `already running with the data folder ${program.dataDir} (process ${program.process.pid} on ${hostname()})`,
    )
    expect((await fetch(`${program.origin}/readyz`)).status).toBe(200)
  })

  test('ends by a signal with every process and exit code 0', async () => {
    const pids = await program.pids()
    expect(await program.stop()).toBe(0)
    for (const pid of [...pids.api, ...pids.worker, pids.postgres!]) expect(await isAlive(pid)).toBe(false)
  })
})

describe('the next start', () => {
  let [port, token] = [0, '']
  let blocker: Server
  beforeAll(async () => {
    token = await program.token()
    blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    port = (blocker.address() as AddressInfo).port
  })
  afterAll(() => void blocker.close())

  test('names a busy port in one line', async () => {
    const refused = await launchProgram({ dataDir: program.dataDir, port })
    expect(await untilExit(refused)).toBe(1)
    expect(refused.output().trim()).toBe(
      `Port ${port} is already in use. Stop the program that uses it, or set PORT to another port.`,
    )
  })

  test('waits for the port after one that was killed, finds the same account, and to its end every line of a log that programs read is JSON and says what happened', async () => {
    await writeHolder(program.dataDir, newHolder('service'))
    const next = await launchProgram({ dataDir: program.dataDir, port, env: { LOG_FORMAT: 'json' } })
    await untilSays(next, /waiting for an earlier process/)
    blocker.close()
    await untilReady(next)
    expect(await next.token()).toBe(token)
    expect(await next.stop()).toBe(0)
    const lines = next.output().trim().split('\n')
    const said = lines.map((line) => JSON.parse(line) as { msg: string; route?: string })
    expect(said.map(({ msg }) => msg)).toContain('Mailsift is ready')
    // A request's own line says by its route and status what happened.
    for (const { msg, route } of said) if (route === undefined) expect(msg).toMatch(/\S \S/)
  })
})

test('an API process that dies before it is ready is started again, and makes the first account', async () => {
  const program = await launchProgram({ sharedDatabase: true })
  const first = async () => (await program.pids()).api[0]
  await expect.poll(first, { interval: 5 }).toBeDefined()
  process.kill((await first())!, 'SIGKILL')
  await untilReady(program)
  expect(program.output()).toContain('process died; restarting it')
  const headers = { 'service-email-api-token': await program.token() }
  expect((await fetch(`${program.origin}/v1/emails/validate?email=ann@contoso.com`, { headers })).status).toBe(200)
})

test('a data folder that cannot be written is named in one line', async () => {
  const parent = join(await makeDataDir(), '..')
  await writeFile(join(parent, 'file'), '')
  const program = await launchProgram({ dataDir: join(parent, 'file', 'data') })
  expect(await untilExit(program)).toBe(1)
  expect(program.output()).toMatch(/^The data folder .* is not writable \(ENOTDIR\).*\n$/)
})

test('a data folder where no folder can be made is named in one line', async () => {
  const program = await launchProgram({ dataDir: '/proc/nowhere/data' })
  expect(await untilExit(program)).toBe(1)
  expect(program.output()).toMatch(/^The data folder .* is not writable \(E[A-Z]+\).*\n$/)
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

test('an option is refused in one line that says where settings go, and nothing is started', async () => {
  const dataDir = await makeDataDir()
  const program = await launchProgram({ dataDir, args: ['--port=8080'] })
  expect(await untilExit(program)).toBe(1)
  expect(program.output()).toMatch(/^Unknown option: --port=8080\. .*environment variables.*\n$/)
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT')
})

/** The listening TCP sockets of a process, found by matching its socket inodes with the kernel's tables. */

/** As the server calls them; autovacuum comes and goes. */
async function serverProcessesOf(postmaster: number): Promise<string[]> {
  const children = (await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')).trim().split(' ')
  const titles = await Promise.all(children.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return titles
    .map((title) => /^postgres: ([^\0]*?)\s*(?:\0|$)/.exec(title)?.[1] ?? '')
    .filter((name) => name !== '' && !name.startsWith('autovacuum worker'))
}

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

test.each([
  ['settings that are wrong', { WORKERS: 'none' }, 'Invalid settings: WORKERS'],
  ['a folder that is none', { DATA_DIR: '/dev/null' }, 'The data folder /dev/null is not writable'],
])('where every line of the log is an object, so is what is said of %s', async (_, env, words) => {
  const program = await launchProgram({ sharedDatabase: true, env: { ...env, LOG_FORMAT: 'json' } })
  expect(await untilExit(program)).toBe(1)
  expect(JSON.parse(program.output())).toMatchObject({ level: 60, msg: expect.stringContaining(words) })
})
