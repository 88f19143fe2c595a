// The real command against the real server, in a pseudo-terminal, as a person uses it.
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { whileLocked } from '../../server/test/support/database.ts'
import { writeBigCsv } from './support/big-csv.ts'
import { makeFolder } from './support/folder.ts'
import { EXAMPLE, mailsift } from './support/mailsift.ts'
import { useService } from './support/service.ts'
import { inTerminal } from './support/terminal.ts'

const service = useService()
const CTRL_C = '\x03'
const COLOUR = /\x1b\[[\d;]*m/
const TWO_COLUMNS = 'home,work\nh@contoso.com,w@contoso.com\n'

describe('on a terminal', () => {
  const open = (args: string[], options: { env?: NodeJS.ProcessEnv; redirect?: string } = {}) =>
    inTerminal(args, { ...options, env: { ...service.env, ...options.env } })

  test('verdicts are colored, and NO_COLOR is respected', async () => {
    const coloured = open(['validate', 'info@contoso.com', 'nobody'])
    expect(await coloured.exit).toBe(0)
    expect(coloured.screen()).toMatch(COLOUR)
    expect(coloured.screen()).toContain('2 addresses: 1 unsafe, 1 malformed')
    const plain = open(['validate', 'info@contoso.com'], { env: { NO_COLOR: '1' } })
    expect(await plain.exit).toBe(0)
    expect(plain.screen()).toContain('unsafe     info@contoso.com  Role-based address')
    expect(plain.screen()).not.toMatch(COLOUR)
  })

  test('clean shows a progress bar, rate and time left, and removes them before its counts', async () => {
    const folder = await makeFolder()
    const [input, output] = [join(folder, 'in.csv'), join(folder, 'out.csv')]
    await writeBigCsv(input, { rows: 3_000 })
    const terminal = open(['clean', input, '-o', output])
    // A chunk writes its event when it is done: until then, the list is being validated.
    await whileLocked(service.db, 'outbox_events', () => terminal.until(/Validating/))
    expect(await terminal.exit, terminal.screen()).toBe(0)
    const screen = terminal.screen()
    expect(screen).toContain('Email column: "email".')
    expect(screen).toMatch(/Reading in\.csv {2}3,000[^\n]*Uploading in\.csv/)
    expect(screen).toMatch(/Validating {2}\S*█*\S*░* {2}\d+% {2}[\d,]+ of 3,000/)
    expect(screen).toMatch(
      /\r\x1b\[Kin\.csv: 3,000 rows, 3,000 addresses \(UTF-8, commas\)\r\n {2}safe +[\d,]+ +[\d.]+%/,
    )
    // Each progress line fits, so that it can be removed.
    for (const line of screen.split(/\r\x1b\[K|\r?\n/))
      expect(line.replaceAll(/\x1b\[[\d;]*m/g, '').length).toBeLessThanOrEqual(120)
  })

  test('output to a file has neither color nor progress', async () => {
    const output = join(await makeFolder(), 'out')
    const terminal = open(['clean', EXAMPLE], { redirect: `> '${output}'` })
    expect(await terminal.exit, terminal.screen()).toBe(0)
    expect(terminal.screen()).toContain('200 rows, ')
    const { stdout } = await mailsift(['clean', '--local', EXAMPLE])
    expect((await readFile(output, 'utf8')).length).toBe(stdout.length)
  })

  test('--quiet shows only data', async () => {
    const output = join(await makeFolder(), 'out.csv')
    const terminal = open(['clean', EXAMPLE, '-o', output, '--quiet'])
    expect(await terminal.exit, terminal.screen()).toBe(0)
    expect(terminal.screen()).toBe('')
  })

  test('with several possible columns, the user chooses', async () => {
    const folder = await makeFolder()
    const [input, output] = [join(folder, 'in.csv'), join(folder, 'out.csv')]
    await writeFile(input, TWO_COLUMNS)
    const terminal = open(['clean', '--local', input, '-o', output])
    await terminal.until(/1 {2}home\r\n {2}2 {2}work\r\n {2}3 {2}all columns\r\n.*Number \(1 to 3\): /s)
    terminal.type('7\r')
    await terminal.until(/Number .*Number \(1 to 3\): /s)
    terminal.type('2\r')
    expect(await terminal.exit, terminal.screen()).toBe(0)
    expect(await readFile(output, 'utf8')).toMatch(/^h@contoso\.com,w@contoso\.com,\w+,\w+,,,,[^,]+,w@contoso\.com,/m)
  })

  test('Ctrl-C at a prompt ends the command', async () => {
    const input = join(await makeFolder(), 'in.csv')
    await writeFile(input, TWO_COLUMNS)
    const terminal = open(['clean', '--local', input])
    await terminal.until(/Number \(1 to 3\): /)
    terminal.type(CTRL_C)
    expect(await terminal.exit).toBe(130)
  })

  test('a token is not shown while it is typed', async () => {
    const config = await makeFolder()
    const { token } = service
    const terminal = open(['login'], { env: { XDG_CONFIG_HOME: config } })
    await terminal.until(/API token for http:\S+: /)
    terminal.type(`${token}\r`)
    expect(await terminal.exit, terminal.screen()).toBe(0)
    expect(terminal.screen()).not.toContain(token.slice(5))
    expect((await stat(join(config, 'mailsift', 'credentials.json'))).mode & 0o777).toBe(0o600)
  })

  test('Ctrl-C during clean prints the resume command, which returns the result of the same submission', async () => {
    const folder = await makeFolder()
    const output = join(folder, 'cleaned file.csv')
    const before = (await service.client.groups.list().page()).total
    let shown = ''
    await service.whileNothingWorks(async () => {
      const terminal = open(['clean', EXAMPLE, '--only', 'safe', '-o', output])
      await terminal.until(/Waiting|Reading the file/)
      terminal.type(CTRL_C)
      expect(await terminal.exit).toBe(130)
      shown = terminal.screen()
    })
    const line =
      /mailsift clean '?(?<list>[^']+?)'? --resume (?<id>[0-9a-f-]{36}) --only safe -o '(?<output>[^']+)'\r\n/.exec(
        shown,
      )!.groups!
    expect(line).toMatchObject({ list: EXAMPLE, output })
    const resumed = open(['clean', line.list!, '--resume', line.id!, '--only', 'safe', '-o', line.output!])
    expect(await resumed.exit).toBe(0)
    expect((await readFile(output, 'utf8')).split('\n').length).toBeGreaterThan(100)
    expect((await service.client.groups.list().page()).total).toBe(before + 1)
  })

  test('Ctrl-C ends a validation of stdin at once', async () => {
    const terminal = open(['validate', '--local', '-'])
    terminal.type('ada.lovelace@contoso.com\r')
    await terminal.until(/safe\s+.*ada/)
    terminal.type(CTRL_C)
    expect(await terminal.exit).toBe(130)
  })
})
