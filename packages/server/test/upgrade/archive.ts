// npm run upgrade:archive -- <program folder> <name>: archives a state of that program with finished, running and queued work under
// states/<name>, for the upgrade test of all later versions. It needs Debian's package postgresql, whose dump every later version reads.
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { SignedIn } from '@mailsift/contract'
import { eventually } from '../../../../scripts/eventually.ts'
import { execFile, spawn } from '../../../../scripts/testing/programs.ts'
import { freePort } from '../../bench/program.ts'
import { startDnsServer } from '../stand-ins/dns-server.ts'
import { runAdminOf } from './admin-of.ts'
import { createCustomer } from './customer.ts'
import { pgDump, startOutsideServer } from './outside-server.ts'
import { STATES } from './state.ts'
import { ACCOUNTS, type Expected, FINISHED, PASSWORD, QUEUED, RUNNING, SETTINGS, zone } from './work.ts'

const run = promisify(execFile)
const MAX_BYTES = 5 * 2 ** 20

const [folder = '', name = ''] = process.argv.slice(2)
if (!folder || !name) {
  console.error('Usage: npm run upgrade:archive -- <program folder> <name>')
  process.exit(2)
}
const program = resolve(folder)
const scratch = await mkdtemp(join(tmpdir(), 'mailsift-archive-'))
const dataDir = join(scratch, 'data')
const dns = await startDnsServer(zone(false))
const server = await startOutsideServer(await freePort())
const children: { kill(): void }[] = []
try {
  await archive()
} finally {
  for (const child of children) child.kill()
  await server.stop()
  await dns.close()
  await rm(scratch, { recursive: true, force: true })
}

async function archive(): Promise<void> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  launch({ ROLE: 'api', PORT: String(port) })
  const worker = launch({ ROLE: 'worker', PORT: String(await freePort()) })
  await eventually(async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok)

  const accounts: Expected['accounts'] = []
  for (const email of ACCOUNTS) {
    await runAdminOf(
      program,
      environment({}),
      ['users', 'create', email, '--plan', 'team', '--password-stdin'],
      PASSWORD,
    )
    accounts.push({
      email,
      token: (await runAdminOf(program, environment({}), ['tokens', 'issue', email, '--permission', 'write'])).trim(),
    })
  }
  const [ada, grace] = accounts.map(({ token }) => createCustomer(origin, token))
  if (!ada || !grace) throw new Error('Two accounts are needed.')

  const signIn = await fetch(`${origin}/account/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ACCOUNTS[0], password: PASSWORD }),
  })
  const cookie = signIn.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  const { bearer_token: bearer } = (await signIn.json()) as SignedIn

  const finished: Expected['finished'] = { jobs: [], groups: [] }
  for (const { emails, ...options } of FINISHED.lists) {
    const id = await ada.submitList(emails, options)
    await eventually(async () => (await ada.jobAt(id)).job.status === 'completed')
    finished.jobs.push(id)
  }
  for (const { csv, ...options } of FINISHED.files) {
    const id = await ada.submitCsv(csv, options)
    await eventually(async () => (await ada.groupAt(id)).group.status === 'completed')
    finished.groups.push(id)
  }
  const units = async () => {
    const jobs = await Promise.all(finished.jobs.map(async (id) => (await ada.jobAt(id)).job))
    const groups = await Promise.all(finished.groups.map(async (id) => (await ada.groupAt(id)).group))
    return [...jobs, ...groups].reduce((sum, { success }) => sum + success, 0)
  }
  await eventually(async () => (await ada.request<{ total: number }>('/account/usage')).total === (await units()))
  const exports = await ada.readExports(finished)

  const runningList = await ada.submitList(RUNNING.list, { domains: true })
  const runningCsv = await ada.submitCsv(RUNNING.csv, { domains: true })
  await eventually(async () => (await ada.jobAt(runningList)).job.processed >= 2_000)
  await eventually(async () => (await ada.groupAt(runningCsv)).group.status === 'processing')
  worker.kill()
  const queuedList = await ada.submitList(QUEUED.list, { domains: true })
  const queuedCsv = await grace.submitCsv(QUEUED.csv)
  for (const email of QUEUED.singles) await ada.request(`/v1/emails/validate?email=${encodeURIComponent(email)}`)
  const states = [(await ada.jobAt(runningList)).job, (await ada.groupAt(runningCsv)).group]
  console.log(states.map(({ status, processed }) => `${status} ${processed}`).join(', '))
  for (const child of children) child.kill()

  const { version } = JSON.parse(await readFile(join(program, 'package.json'), 'utf8')) as { version: string }
  const expected: Expected = {
    archivedAt: new Date().toISOString(),
    version,
    accounts,
    session: { cookie, bearer },
    finished,
    unfinished: { jobs: [runningList, queuedList], groups: [runningCsv], ofOther: { groups: [queuedCsv] } },
    singles: QUEUED.singles.length,
    exports,
  }
  await write(expected)
}

function launch(env: NodeJS.ProcessEnv): { kill(): void } {
  const words = [join(program, 'scripts/run.mjs'), join(program, 'packages/server/src/main.ts')]
  const child = spawn(process.execPath, words, { env: environment(env), stdio: 'inherit' })
  const started = {
    /** All of its processes at once, as a loss of power ends them. */
    kill() {
      for (const pid of child.exitCode === null && child.signalCode === null ? familyOf(child.pid!) : [])
        process.kill(pid, 'SIGKILL')
    },
  }
  children.push(started)
  return started
}

function familyOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))]
}

function environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const base = { PATH: process.env.PATH, DATABASE_URL: server.url, DATA_DIR: dataDir, DNS_SERVERS: dns.address }
  return { ...base, ...SETTINGS, ...env }
}

async function write(expected: Expected): Promise<void> {
  const target = join(STATES, name)
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  const options = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=100', '--dbname', server.url]
  const { stdout } = await run(pgDump, options, { maxBuffer: 2 ** 30 })
  await writeFile(join(target, 'database.sql.gz'), gzipSync(stdout, { level: 9 }))
  await run('tar', ['-czf', join(target, 'blobs.tar.gz'), '-C', dataDir, 'blobs'])
  await writeFile(join(target, 'expected.json.gz'), gzipSync(`${JSON.stringify(expected)}\n`, { level: 9 }))
  let bytes = 0
  for (const file of ['database.sql.gz', 'blobs.tar.gz', 'expected.json.gz'])
    bytes += (await stat(join(target, file))).size
  console.log(`${target}: ${bytes} bytes`)
  if (bytes > MAX_BYTES) throw new Error(`The archive is larger than ${MAX_BYTES} bytes.`)
}
