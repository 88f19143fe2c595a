// The real command and the real server, with a faulty network between them.
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../scripts/eventually.ts'
import { spawn } from '../../../scripts/testing/programs.ts'
import { freePort } from '../../server/test/support/program.ts'
import { writeBigCsv } from './support/big-csv.ts'
import { type Fault, type FaultyProxy, startFaultyProxy } from './support/faulty-proxy.ts'
import { makeFolder } from './support/folder.ts'
import { CLEAN_ENV, mailsift, PROGRAM } from './support/mailsift.ts'
import { useService } from './support/service.ts'

const ROWS = 3_000
let proxy: FaultyProxy

const service = useService(async () => {
  const port = await freePort()
  proxy = await startFaultyProxy(port)
  // All server addresses, including those for uploads and downloads, go through the proxy.
  return { PORT: String(port), BASE_URL: `${proxy.origin}/v1` }
})
afterAll(() => proxy.close())

const STEPS = {
  'the preparation': /^POST \/v1\/emails\/bulk\/upload /,
  'the PUT': /^PUT /,
  'the submission': /^POST \/v1\/emails\/bulk /,
  'a poll': /^GET \/v1\/emails\/bulk\/groups\/[0-9a-f-]+ /,
  'the download': /^GET \/v1\/files\//,
} satisfies Record<string, RegExp>

const WHENS: Fault['when'][] = ['amid the request', 'before the answer', 'amid the answer']

describe('a dropped connection', () => {
  test.for(WHENS)('%s, at every step, creates no second job and loses no byte', async (when) => {
    const folder = await makeFolder()
    const [input, output] = [join(folder, 'in.csv'), join(folder, 'out.csv')]
    await writeBigCsv(input, { rows: ROWS })
    const groupsBefore = (await service.client.groups.list().page()).total
    proxy.requests.length = 0
    proxy.faults.push(...Object.values(STEPS).map((on) => ({ on, when })))

    const { code, stdout, stderr } = await mailsift(['clean', input, '-o', output, '--json', '-q'], {
      env: service.env,
    })

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(proxy.faults).toEqual([])
    for (const on of Object.values(STEPS))
      expect(proxy.requests.filter((line) => on.test(line)).length).toBeGreaterThanOrEqual(2)
    const { group, rows } = JSON.parse(stdout)
    expect(rows).toBe(ROWS)
    expect((await service.client.groups.list().page()).total).toBe(groupsBefore + 1)
    const whole = await mailsift(['clean', input, '--resume', group], { env: service.env })
    expect(await readFile(output, 'utf8')).toBe(whole.stdout)
  })

  test('before every attempt ends with exit code 4 and how to resume', async () => {
    const file = new File(['email\nada.lovelace@contoso.com\n'], 'a.csv')
    const { id } = await service.client.csv.submit(file, { emailColumn: 'email' })
    await service.client.groups.wait(id)
    proxy.faults.push(...Array.from({ length: 3 }, () => ({ on: /\/download /, when: 'before the answer' }) as const))
    const { code, stdout, stderr } = await mailsift(['clean', '--resume', id, '--only', 'safe'], { env: service.env })
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
    expect(stderr).toContain(`mailsift clean --resume ${id} --only safe\n`)
  })

  test.for([
    ['the preparation', false],
    ['the submission', true],
  ] as const)('before every attempt of %s tells where the file may be, or nothing', async ([step, hasHint]) => {
    const input = join(await makeFolder(), 'in.csv')
    await writeBigCsv(input, { rows: 10 })
    const lost = Array.from({ length: 3 }, () => ({ on: STEPS[step], when: 'before the answer' }) as const)
    proxy.faults.push(...lost)
    const { code, stderr } = await mailsift(['clean', input], { env: service.env })
    expect(code).toBe(4)
    expect(stderr.includes('Run `mailsift groups` to check')).toBe(hasHint)
  })
})

describe('piped input is on disk only while it is being sent', () => {
  /** Node stores its compile cache in the same folder. */
  const spoolsIn = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith('mailsift-'))

  async function startPiping(env: NodeJS.ProcessEnv = {}) {
    const folder = await makeFolder()
    const options = { env: { ...CLEAN_ENV, ...service.env, ...env, TMPDIR: folder } }
    const child = spawn(process.execPath, [PROGRAM, 'clean', '-', '-c', 'email', '-o', '/dev/null'], options)
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    // Writing fails if the command ends before it has read everything.
    child.stdin.on('error', () => undefined)
    child.stdin.write(`email\n${'ada.lovelace@contoso.com\n'.repeat(10_000)}`)
    const spooled = await eventually(async () => {
      const [name] = await spoolsIn(folder)
      if (!name) return undefined
      // The folder exists a moment before the file.
      const piped = join(folder, name, 'piped')
      return stat(piped).then(
        () => piped,
        () => undefined,
      )
    })
    return { child, ended, folder, spooled }
  }

  test('readable only by its owner, and deleted after the submission', async () => {
    const { child, ended, folder, spooled } = await startPiping()
    expect((await stat(spooled)).mode & 0o777).toBe(0o600)
    expect((await stat(dirname(spooled))).mode & 0o777).toBe(0o700)
    child.stdin.end()
    expect(await ended).toBe(0)
    expect(await spoolsIn(folder)).toEqual([])
  })

  test.for([
    ['interrupted', 'SIGINT', 130],
    ['told to end', 'SIGTERM', 143],
  ] as const)('and gone when the command is %s', async ([, signal, exitCode]) => {
    const { child, ended, folder } = await startPiping()
    child.kill(signal)
    expect(await ended).toBe(exitCode)
    expect(await spoolsIn(folder)).toEqual([])
  })

  test('and deleted if the service cannot be reached', async () => {
    const server = `http://127.0.0.1:${await freePort()}`
    const { child, ended, folder } = await startPiping({ MAILSIFT_SERVER: server, MAILSIFT_TOKEN: 'ms_w_x' })
    child.stdin.end()
    expect(await ended).toBe(4)
    expect(await spoolsIn(folder)).toEqual([])
  })
})
