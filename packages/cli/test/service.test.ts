// The real command against the real server, through pipes.
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { spawn } from '../../../scripts/testing/programs.ts'
import { freePort } from '../../server/test/support/program.ts'
import { writeBigCsv } from './support/big-csv.ts'
import { makeFolder } from './support/folder.ts'
import {
  type CallOptions,
  CLEAN_ENV,
  EXAMPLE,
  jsonLines,
  mailsift,
  mailsiftBytes,
  PROGRAM,
} from './support/mailsift.ts'
import { useService } from './support/service.ts'

const service = useService()
const run = (args: string[], options: CallOptions = {}) =>
  mailsift(args, { ...options, env: { ...service.env, ...options.env } })

const UNKNOWN_ID = '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'
const BAD_TOKEN = { MAILSIFT_TOKEN: 'ms_w_0000000000000000000000000000000000000' }

test('in a clone with a running server, server and token are found without any setting', async () => {
  const { code, stdout, stderr } = await run(['doctor'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const checks = stdout.trimEnd().split('\n')
  expect(checks.map((line) => line.slice(0, 10).trim())).toEqual([
    ...['engine', 'server', 'clock', 'version', 'proxy', 'token'].map((check) => `✔ ${check}`),
    // The tests' name server does not respond.
    expect.stringMatching(/^! dns/),
    ...['registry', 'disk'].map((check) => expect.stringMatching(new RegExp(`^[✔!] ${check}`))),
  ])
})

describe('validate', () => {
  // First, because usage from other tests is added up with a delay.
  test('costs one unit for each address, and none for malformed ones', async () => {
    await run(['validate', 'ada.lovelace@contoso.com', 'info@contoso.com', 'nobody'])
    await expect.poll(async () => (await service.client.usage()).by_kind.single).toBe(2)
  })

  test('says with --probe why a mailbox is not known, and refuses it with --local', async () => {
    const { stdout } = await run(['validate', '--probe', 'grace.hopper@contoso.com'])
    expect(stdout).toMatch(/mailbox +not known: probes are off, or your account may not probe/)
    const [answered] = jsonLines((await run(['validate', '--probe', '--json', 'grace.hopper@contoso.com'])).stdout)
    expect(answered).toMatchObject({ mailbox: 'unknown', mailbox_probe: { state: 'not_available' } })
    expect((await run(['validate', '--probe', '--local', 'grace.hopper@contoso.com'])).code).toBe(2)
  })

  test('probe says that the account may not probe a list, and names an id that is none', async () => {
    const { id } = await service.client.bulk.submit(['grace.hopper@contoso.com'])
    const { code, stderr } = await run(['probe', id])
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: 'Probes are off, or your account may not probe. Your administrator can allow them.\n',
    })
    expect((await run(['probe', 'contacts'])).code).toBe(2)
    expect((await run(['probe', id, '--max', 'all'])).code).toBe(2)
  })

  test("prints the service's results in the order of the addresses", async () => {
    const input = Array.from({ length: 50 }, (_, index) => (index % 5 === 4 ? `no${index}` : `p${index}@contoso.com`))
    const { code, stdout, stderr } = await run(['validate', '--json', '-'], { input: input.join('\n') })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const items = jsonLines(stdout)
    expect(items.map((item) => [item.index, item.input])).toEqual(input.map((address, index) => [index, address]))
    for (const { input, result, error } of items) {
      if (input.startsWith('no'))
        expect({ result, error }).toMatchObject({ result: null, error: { code: 'invalid_email' } })
      else expect(result.inbound).toBe(input)
    }
  })

  test("--explain adds the reasons to the service's result", async () => {
    const { stdout } = await run(['validate', '--explain', 'info@mailinator.com'])
    expect(stdout).toMatch(
      /^unsafe +info@mailinator\.com\n {2}disposable .*mailchecker.*\n +Ask for a permanent address\.\n {2}role /,
    )
  })
})

describe('clean', () => {
  test("uses a saved policy and the account's rules, and names the existing policies", async () => {
    const { account } = service.client
    await account.policies.save('shared-ok', { preset: 'marketing', allow: ['role'], caution: [], refuse: [] })
    await account.listEntries.add({ list: 'deny', entries: ['fabrikam.com'] })
    const input = 'email\ninfo@contoso.com\nmary.major@fabrikam.com\nann.lee@contoso.com\n'
    const statusesOf = async (...options: string[]) => {
      const { stdout } = await run(['clean', '-', '--columns', 'status,reason', ...options], { input })
      return stdout.trimEnd().split('\n').slice(1)
    }
    expect(await statusesOf('--policy', 'shared-ok')).toEqual([
      'info@contoso.com,safe,ok',
      'mary.major@fabrikam.com,unsafe,denied',
      'ann.lee@contoso.com,safe,ok',
    ])
    expect((await statusesOf('--policy', 'shared-ok', '--caution', 'role'))[0]).toBe('info@contoso.com,risky,role')
    expect(await statusesOf()).toEqual([
      'info@contoso.com,unsafe,role',
      'mary.major@fabrikam.com,unsafe,denied',
      'ann.lee@contoso.com,safe,ok',
    ])
    const unknown = await run(['clean', '-', '--policy', 'shared'], { input })
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('No policy is named "shared". Use sign-up, marketing, b2b, shared-ok.'),
    ])
    const local = await run(['clean', '-', '--local', '--policy', 'shared-ok'], { input })
    expect([local.code, local.stderr]).toEqual([2, expect.stringContaining('Saved policies need the service.')])
    const { items } = await account.listEntries.list()
    for (const { id } of items) await account.listEntries.delete(id)
  })

  test('--except-suppressed omits the addresses of the suppression list', async () => {
    await service.client.suppressions.add(['ann.lee@contoso.com'])
    const input = 'email\nann.lee@contoso.com\nbob.lee@contoso.com\n'
    const { code, stdout } = await run(['clean', '-', '--columns', 'status', '--except-suppressed'], { input })
    expect([code, stdout]).toEqual([0, 'email,status\nbob.lee@contoso.com,safe\n'])
    await service.client.suppressions.remove('ann.lee@contoso.com')
  })

  test('a saved suppression list is omitted with --local, as the error of --except-suppressed suggests', async () => {
    const refused = await run(['clean', '-', '--local', '--except-suppressed'], { input: 'email\n' })
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('use --except suppressed.csv')])
    await service.client.suppressions.add(['ann.lee@contoso.com'])
    const file = join(await makeFolder(), 'suppressed.csv')
    await run(['suppressions', '--export', 'csv', '-o', file])
    const input = 'email\nann.lee@contoso.com\nbob.lee@contoso.com\n'
    const { stdout } = await run(['clean', '-', '--columns', 'status', '--local', '--except', file], { input })
    expect(stdout).toBe('email,status\nbob.lee@contoso.com,safe\n')
    await service.client.suppressions.remove('ann.lee@contoso.com')
  })

  test('a bounced address is unsafe, with the reason, and the source and date in the note', async () => {
    const [email, at] = ['ann.lee@contoso.com', new Date().toISOString()]
    await service.client.bounces.report([{ email, event: 'bounce', status_code: '5.1.1', at }])
    const input = `email\n${email}\nbob.lee@contoso.com\n`
    const { stdout } = await run(['clean', '-', '--columns', 'status,reason,note'], { input })
    expect(stdout.split('\n').slice(1, 3)).toEqual([
      `${email},unsafe,bounced,"bounce on ${at.slice(0, 10)}, status 5.1.1"`,
      'bob.lee@contoso.com,safe,ok,',
    ])
    await service.client.bounces.setMailbox(email, 'exists')
    const cleared = await run(['clean', '-', '--columns', 'status'], { input })
    expect(cleared.stdout).toContain(`${email},safe`)
  })

  test('returns the example with its results, byte for byte as --local does, except for the ids', async () => {
    const [there, here] = await Promise.all([
      mailsiftBytes(['clean', EXAMPLE], { env: service.env }),
      mailsiftBytes(['clean', '--local', EXAMPLE]),
    ])
    expect({ code: there.code, stderr: there.stderr }).toEqual({ code: 0, stderr: here.stderr })
    const withoutIds = (csv: Buffer) =>
      csv.toString().replaceAll(/,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12},/g, ',id,')
    expect(withoutIds(there.stdout)).toBe(withoutIds(here.stdout))
    expect(withoutIds(here.stdout)).not.toBe(here.stdout.toString())
  })

  test('reads a pipe, writes a file and counts', async () => {
    const folder = await makeFolder()
    const output = join(folder, 'safe.csv')
    const args = ['clean', '-', '--column', 'E-Mail', '--only', 'safe', '-o', output, '--json']
    const { code, stdout, stderr } = await run(args, { input: await readFile(EXAMPLE) })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { group, safe, addresses, reasons, removed, ...counts } = JSON.parse(stdout)
    const detail = await service.client.groups.get(group)
    const invalid = reasons.find(({ reason }: { reason: string }) => reason === 'invalid').count
    expect(counts).toMatchObject({ status: 'completed', rows: 200, unknown: 0, written: safe })
    // Malformed addresses are not sent, and each mailbox only once.
    expect(detail.group).toMatchObject({ total: addresses - invalid - removed.duplicate, errors: 0 })
    const rows = parse(await readFile(output), { columns: true, relax_column_count: true }) as Record<string, string>[]
    expect(rows.length).toBe(safe)
    expect(new Set(rows.map((row) => row['service.validations.safe_to_send']))).toEqual(new Set(['true']))
  })

  test('--resume fetches the result of a previously submitted file', async () => {
    const file = new File(['email\nada.lovelace@contoso.com\ninfo@contoso.com\n'], 'a.csv')
    const { id } = await service.client.csv.submit(file, { emailColumn: 'email' })
    const { code, stdout } = await run(['clean', '--resume', id, '--only', 'safe', '--fail-on', 'unsafe'])
    expect(code).toBe(10)
    expect(stdout.split('\n').length).toBe(3)
  })

  test('sends only the addresses of a list, and adds the results to its rows', async () => {
    const folder = await makeFolder()
    const [input, output] = [join(folder, 'in.csv'), join(folder, 'out.csv')]
    await writeFile(input, 'salary;who;mail\n9000;"Ann;Ann <ann.lee@gmail.com>\n8000;"Bob;bob@mailinator.com;x\n7000\n')
    const { code, stdout } = await run(['clean', input, '-o', output, '--json'])
    expect(code).toBe(0)
    const sent = await new Response(service.client.groups.download(JSON.parse(stdout).group)).text()
    expect(sent.split('\n').map((line) => line.split(',')[0])).toEqual([
      'email',
      'ann.lee@gmail.com',
      'bob@mailinator.com',
      '',
    ])
    const rows = parse(await readFile(output), { columns: true, delimiter: ';', relax_column_count: true }) as Record<
      string,
      string
    >[]
    expect(rows.map((row) => [row.salary, row.status, row.reason, row['service.inbound']])).toEqual([
      ['9000', 'safe', 'ok', 'ann.lee@gmail.com'],
      ['8000', 'unsafe', 'disposable', 'bob@mailinator.com'],
      ['7000', 'blank', 'no_address', ''],
    ])
  })

  test('resumes a previously submitted list, and refuses a different list', async () => {
    const folder = await makeFolder()
    const input = join(folder, 'in.csv')
    await writeFile(input, 'n,email\n1,ada.lovelace@contoso.com\n2,info@contoso.com\n')
    const first = await run(['clean', input, '-o', join(folder, 'a.csv'), '--json'])
    const { group } = JSON.parse(first.stdout)
    const again = await run(['clean', input, '--resume', group, '-o', join(folder, 'b.csv'), '--json'])
    expect(JSON.parse(again.stdout)).toMatchObject({ group, rows: 2 })
    expect(await readFile(join(folder, 'b.csv'), 'utf8')).toBe(await readFile(join(folder, 'a.csv'), 'utf8'))
    await writeFile(input, 'n,email\n1,other@contoso.com\n2,info@contoso.com\n')
    const other = await run(['clean', input, '--resume', group, '-o', join(folder, 'c.csv')])
    expect(other.code).toBe(2)
    expect(other.stderr).toMatch(/belongs to another list/)
    expect(await readdir(folder)).not.toContain('c.csv')
  })
})

describe('jobs and groups', () => {
  test('are listed, shown and saved', async () => {
    const { id } = await service.client.bulk.submit(['ada.lovelace@contoso.com', 'nobody'])
    await service.client.bulk.wait(id)
    expect((await run(['jobs'])).stdout).toMatch(new RegExp(`^JOB .*\n${id} +completed +2 +2 +1 `))
    expect(jsonLines((await run(['jobs', '--json', '--limit', '1'])).stdout)).toMatchObject([{ id, total: 2 }])
    expect((await run(['jobs', id])).stdout).toMatch(/^status +completed$/m)
    expect((await run(['jobs', id, '--items'])).stdout).toMatch(
      /^safe +ada\.lovelace@contoso\.com\nmalformed +nobody {2}/,
    )
    const output = join(await makeFolder(), 'job.csv')
    await run(['jobs', id, '-o', output])
    expect(await readFile(output, 'utf8')).toMatch(
      /^index,input,error\.code,error\.message,.*\r\n0,ada\.lovelace@contoso\.com,/,
    )
  })

  test('a group is listed with its counts and its CSV saved', async () => {
    const file = new File(['email\nada.lovelace@contoso.com\n'], 'a.csv')
    const { id } = await service.client.csv.submit(file, { emailColumn: 'email' })
    await service.client.groups.wait(id)
    expect(jsonLines((await run(['groups', '--json'])).stdout)[0]).toMatchObject({ id, total: 1, success: 1 })
    expect(JSON.parse((await run(['groups', id, '--json'])).stdout).jobs.length).toBe(1)
    expect((await run(['groups', id, '-o', '-'])).stdout).toMatch(/^email,service\.error\.code/)
  })

  test('--limit and --all control how much of a list is shown', async () => {
    expect((await run(['groups', '--json', '--limit', '2'])).stdout.trimEnd().split('\n').length).toBe(2)
    const { total } = await service.client.groups.list().page()
    expect((await run(['groups', '--json', '--all'])).stdout.trimEnd().split('\n').length).toBe(total)
    const both = await run(['groups', '--all', '--limit', '2'])
    expect({ code: both.code, stdout: both.stdout }).toEqual({ code: 2, stdout: '' })
    expect(both.stderr).toMatch(/either --all or --limit/)
  })
})

test('contacts are read where the service has them, and an empty list is not a failure', async () => {
  expect(await run(['contacts', '--json'])).toEqual({ code: 0, stdout: '', stderr: '' })
  expect((await run(['contacts', UNKNOWN_ID])).code).toBe(2)
})

test('usage is printed by day', async () => {
  const { code, stdout } = await run(['usage', '--from', '2026-01-01', '--to', '2026-01-31'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'DAY    SINGLE  BULK  TOTAL\ntotal       0     0      0\n' })
  expect(JSON.parse((await run(['usage', '--json'])).stdout)).toHaveProperty('by_kind.single')
})

describe('login', () => {
  test('stores a valid token, readable only by its owner, and later calls use it', async () => {
    const folder = await makeFolder()
    const env = { XDG_CONFIG_HOME: folder, DATA_DIR: '/proc/nowhere' }
    const { origin } = service
    expect((await mailsift(['usage', '--server', origin], { env })).code).toBe(3)
    const input = `${service.token}\n`
    expect(await mailsift(['login', '--server', `${origin}/v1/`], { env, input })).toMatchObject({
      code: 0,
      stdout: '',
    })
    const path = join(folder, 'mailsift', 'credentials.json')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'mailsift'))).mode & 0o777).toBe(0o700)
    expect((await mailsift(['usage'], { env })).code).toBe(0)
    // It is never sent to another service.
    expect((await mailsift(['usage', '--server', 'http://127.0.0.1:9'], { env })).stderr).toMatch(/No token for/)
  })

  test('stores nothing if the token is not valid', async () => {
    const folder = await makeFolder()
    const options = { env: { ...service.env, XDG_CONFIG_HOME: folder }, input: BAD_TOKEN.MAILSIFT_TOKEN }
    expect((await mailsift(['login'], options)).code).toBe(3)
    await expect(stat(join(folder, 'mailsift'))).rejects.toThrow()
  })
})

test('logout removes the token of the last login, or of --server, and keeps the others', async () => {
  const folder = await makeFolder()
  const env = { XDG_CONFIG_HOME: folder, DATA_DIR: '/proc/nowhere' }
  const path = join(folder, 'mailsift', 'credentials.json')
  expect(await mailsift(['logout'], { env })).toMatchObject({ code: 0, stderr: 'No token is stored.\n' })
  await mailsift(['login', '--server', service.origin], { env, input: service.token })
  const { server, tokens } = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify({ server, tokens: { ...tokens, 'https://mail.example': 'ms_r_other' } }))

  expect((await mailsift(['logout'], { env })).stderr).toContain(`Removed the token for ${service.origin}`)
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
    server: 'https://mail.example',
    tokens: { 'https://mail.example': 'ms_r_other' },
  })
  expect((await mailsift(['usage', '--server', service.origin], { env })).stderr).toMatch(/No token for/)
  expect(await mailsift(['logout', '--server', service.origin], { env })).toMatchObject({
    code: 0,
    stderr: `No token is stored for ${service.origin}.\n`,
  })
  expect((await mailsift(['--server', 'https://mail.example/v1', 'logout'], { env })).code).toBe(0)
  await expect(stat(path)).rejects.toThrow()
})

describe('without a server, --local is offered', () => {
  test.for([
    ['validate', 'ada@contoso.com'],
    ['clean', EXAMPLE],
  ])('by %s, if none is configured', async (args) => {
    const { code, stderr } = await mailsift(args)
    expect(code).toBe(3)
    expect(stderr).toMatch(
      /^mailsift: No server is configured\.\n {2}Add --local .*\n {2}Or connect .*`mailsift login --server <url>`/,
    )
  })

  test.for([
    ['validate', 'ada@contoso.com'],
    ['clean', EXAMPLE],
  ])('by %s, if it cannot be reached', async (args) => {
    const env = { MAILSIFT_SERVER: `http://127.0.0.1:${await freePort()}`, MAILSIFT_TOKEN: 'ms_w_x' }
    const { code, stderr } = await mailsift(args, { env })
    expect(code).toBe(4)
    expect(stderr).toMatch(/ECONNREFUSED.*Run `mailsift doctor` for details\.\n {2}Add --local /)
  })

  test('but not with --domain-checks, which need a server', async () => {
    const { stderr } = await mailsift(['validate', '--domain', 'ada@contoso.com'])
    expect(stderr).toMatch(/No token for/)
    expect(stderr).not.toContain('--local')
  })
})

test("a list of three parts uses two of the account's slots at a time", async () => {
  const file = join(await makeFolder(), 'in.csv')
  await writeBigCsv(file, { rows: 200_001 })
  const env = { MAILSIFT_SERVER: `http://127.0.0.1:${await freePort()}`, MAILSIFT_TOKEN: 'ms_w_x' }
  const { stderr } = await mailsift(['clean', file, '--no-dedupe'], { env })
  expect(stderr).toContain('Validating the list in 3 parts of up to 100,000 addresses, 2 at a time.\n')
  expect(stderr).toContain('--slots 3 uses all of them')
})

describe('each failure has its exit code:', () => {
  test('a token that is not valid: 3', async () => {
    expect(await run(['validate', 'a@contoso.com'], { env: BAD_TOKEN })).toMatchObject({ code: 3, stdout: '' })
    expect((await run(['doctor'], { env: BAD_TOKEN })).code).toBe(3)
  })

  test.for(['ms_w_secret\nms_w_secret', 'ms_w_secret→'])('a token that cannot be valid (%j): 3', async (token) => {
    for (const args of [['validate', 'a@contoso.com'], ['doctor'], ['clean', EXAMPLE]]) {
      const { code, stdout, stderr } = await run(args, { env: { MAILSIFT_TOKEN: token } })
      expect([args, code]).toEqual([args, 3])
      expect(stdout + stderr).toContain('characters that no token has')
      expect(stdout + stderr).not.toContain('secret')
    }
    expect((await run(['login'], { input: token })).code).toBe(3)
  })

  test('an invalid token, even while stdin stays open', async () => {
    const env = { ...CLEAN_ENV, ...service.env, ...BAD_TOKEN }
    const child = spawn(process.execPath, [PROGRAM, 'validate', '-'], { env, stdio: ['pipe', 'ignore', 'ignore'] })
    child.stdin.on('error', () => undefined).write('a@contoso.com\n')
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(3)
  })

  test('SIGTERM: 143', async () => {
    const env = { ...CLEAN_ENV, ...service.env }
    const child = spawn(process.execPath, [PROGRAM, 'validate', '-'], { env })
    child.stdin.on('error', () => undefined).write('a@contoso.com\n')
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(143)
  })

  test.for([['validate', '--local', '-'], ['clean', '--local', '-'], ['login']])(
    'Ctrl-C while %s waits for its input: 130',
    async (args) => {
      const child = spawn(process.execPath, [PROGRAM, ...args], { env: { ...CLEAN_ENV, ...service.env } })
      child.stdout.resume()
      child.stdin.on('error', () => undefined)
      // More than a pipe holds: once all of it is written, the command is reading.
      await new Promise((resolve) => child.stdin.write(`email\n${'a@contoso.com\n'.repeat(30_000)}`, resolve))
      child.kill('SIGINT')
      expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(130)
    },
  )

  test('a service that cannot be reached: 4', async () => {
    const env = { MAILSIFT_SERVER: 'http://127.0.0.1:9', MAILSIFT_TOKEN: 'ms_w_x' }
    const { code, stderr } = await run(['usage'], { env })
    expect(code).toBe(4)
    expect(stderr).toMatch(/connection to the service failed.*mailsift doctor/)
    expect((await run(['doctor'], { env })).code).toBe(4)
  })

  test('an id that does not exist: 2', async () => {
    for (const args of [
      ['jobs', UNKNOWN_ID],
      ['groups', UNKNOWN_ID],
      ['clean', '--resume', UNKNOWN_ID],
    ]) {
      const { code, stderr } = await run(args)
      expect(code).toBe(2)
      expect(stderr).toMatch(/Request ID: [0-9a-f-]{36}/)
    }
  })
})

test('--quiet prints only data and errors', async () => {
  const { stdout, stderr } = await run(['validate', '-q', 'info@contoso.com'])
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^unsafe/)
  const file = join(await makeFolder(), 'in.csv')
  await writeFile(file, 'email\nada.lovelace@contoso.com\n')
  expect((await run(['clean', '-q', file])).stderr).toBe('')
})
