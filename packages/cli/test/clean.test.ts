// Cleans messy lists with the real command, and checks that nothing is destroyed.
import { openAsBlob } from 'node:fs'
import { link, open, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../scripts/eventually.ts'
import { spawn } from '../../../scripts/testing/programs.ts'
import type { CellAddress } from '../../intake/src/cells.ts'
import { fromBlob } from '../../intake/src/list.ts'
import { createRecordReader, type Separator } from '../../intake/src/records.ts'
import { BOMS, encodeText } from '../../intake/src/text.ts'
import { FOLDER, LISTS } from '../../intake/test/make-lists.ts'
import { readList } from '../../intake/test/read-list.ts'
import { type Summary, summaryLines } from '../src/clean/summary.ts'
import { makeFolder } from './support/folder.ts'
import { CLEAN_ENV, mailsift, mailsiftBytes, PROGRAM } from './support/mailsift.ts'

const LIST =
  'name,email,since\nAnn,Ann Lee <ann.lee@gmail.com>,2024-01-01\nBob,bob.miller@gmial.com,2024-02-01\nAnn,annlee@gmail.com,2025-03-01\n'

async function inFolder(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await makeFolder()
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}

/** Runs the command with file names relative to the folder. */
const local = async (folder: string, ...args: string[]) => {
  const { stdout, ...rest } = await mailsiftBytes([
    'clean',
    '--local',
    ...args.map((arg) => (/\.(csv|txt|html|xlsx)$/.test(arg) && !arg.startsWith('/') ? join(folder, arg) : arg)),
  ])
  return { ...rest, stdout: stdout.toString() }
}
const rowsOf = (csv: string | Buffer, separator = ',') =>
  parse(csv, {
    columns: true,
    delimiter: separator,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  }) as Record<string, string>[]

/** An undecodable byte is written back unchanged, and other readers show it as this character. */
const shown = (cell: string) => cell.toWellFormed()

test.for<[string[], RegExp]>([
  [['--resume', 'one', '--resume', 'two'], /Several groups belong to one list\. Specify the list/],
  [['list.csv', '--resume', 'one', '--local'], /--resume needs the service and cannot be combined with --local/],
  [['list.csv', '--local', '--domain'], /--domain needs the service and cannot be combined with --local/],
  [['list.csv', '--newest-by', 'since', '--no-dedupe'], /cannot be combined with --no-dedupe/],
  [['list.csv', '--split-by', 'status'], /Name them with -o/],
  [['list.csv', '--for', 'excel', '--encoding', 'original'], /Remove --encoding/],
  [['list.csv', '--separator', 'comma'], /needs --for excel/],
  [['list.csv', '--report', '-'], /--report needs a file name/],
  [
    ['list.csv', '--local', '--columns', 'status,nonsense'],
    /Invalid --columns: there is no column "nonsense"\. Use short, all/,
  ],
  [['list.csv', '--local', '--column', 'nonsense'], /has no column "nonsense"\. Columns: "name", "email", "since"/],
])('clean %j is refused with the next step, and writes nothing', async ([args, message]) => {
  const folder = await inFolder({ 'list.csv': LIST })
  const { code, stdout, stderr } = await mailsiftBytes([
    'clean',
    ...args.map((arg) => (arg === 'list.csv' ? join(folder, arg) : arg)),
  ])
  expect([code, stdout.toString()]).toEqual([2, ''])
  expect(stderr).toMatch(message)
  expect(await readdir(folder)).toEqual(['list.csv'])
})

describe('--local returns every list of the folder row by row, as other readers read it', () => {
  test.for(LISTS.map(({ name }) => name))('%s', async (name) => {
    const { list: wanted, preamble, indexes, records } = await readList(fromBlob(await openAsBlob(FOLDER + name)))
    const chosen = indexes.flatMap((index) => ['--column', `#${index + 1}`])
    const args = ['clean', '--local', '-q', '--no-dedupe', '--columns', 'short', ...chosen, FOLDER + name]
    const { code, stdout, stderr } = await mailsiftBytes(args)
    if ('error' in wanted) {
      expect(code).toBe(2)
      expect(stderr).toBe(`mailsift: Cannot read ${name}. ${wanted.error}\n`)
      return
    }
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const width = wanted.names.length
    const separator = (wanted.separator || ',') as Separator
    const reader = createRecordReader({ separator, columns: 'all', width })
    const text = stdout.toString('utf8').replace(/^\ufeff/, '')
    expect(text.startsWith(preamble)).toBe(true)
    const [head, ...rows] = [...reader.push(text.slice(preamble.length)), ...reader.end()]
    const originals = indexes.map((index) => `original_${wanted.names[index]}`)
    expect(head!.cells.slice(width)).toEqual(['status', 'reason', 'suggestion', 'address', 'note', ...originals])
    const beyond = width + 5 + indexes.length
    const written = rows.map(({ cells }) => ({
      theirs: [...cells.slice(0, width), ...cells.slice(beyond)],
      // A cell of ours that looks like a formula is escaped.
      address: cells[width + 3]!.replace(/^'/, ''),
      repairedFrom: /^'?repaired from (.*?)(?:; (?:found in|This row|address \d)|$)/s.exec(cells[width + 4]!)?.[1],
    }))
    const read = records.flatMap(({ cells, found }) => {
      const theirs = Array.from({ length: Math.max(width, cells.length) }, (_, at) => shown(cells[at] ?? ''))
      const all = found.length > 0 ? found : [{ address: '' }]
      // The added columns show the checked address and no other.
      const showing = (address: string) =>
        theirs.map((cell, at) => (address && indexes.includes(at) ? (at === indexes[0] ? address : '') : cell))
      return all.map(({ address, repairedFrom }: CellAddress) => ({ theirs: showing(address), address, repairedFrom }))
    })
    expect(written).toEqual(read)
  })
})

describe('nothing is destroyed', () => {
  test.for([
    ['itself', 'in.csv'],
    ['itself by another path', '../FOLDER/in.csv'],
    ['a link to it', 'link.csv'],
    ['a second name of it', 'hard.csv'],
  ] as const)('the output is refused where it is the list: %s', async ([, target]) => {
    const folder = await inFolder({ 'in.csv': LIST })
    await symlink(join(folder, 'in.csv'), join(folder, 'link.csv'))
    await link(join(folder, 'in.csv'), join(folder, 'hard.csv'))
    const output = target.replace('FOLDER', folder.split('/').at(-1)!)
    for (const force of [[], ['--force']]) {
      const { code, stderr } = await local(folder, 'in.csv', '-o', output, ...force)
      expect(code).toBe(2)
      expect(stderr).toMatch(/is the input list \S*in\.csv/)
    }
    expect(await readFile(join(folder, 'in.csv'), 'utf8')).toBe(LIST)
  })

  test('also if the list comes from stdin, or the output goes to stdout', async () => {
    const folder = await inFolder({ 'in.csv': LIST })
    const path = join(folder, 'in.csv')
    const [list, appended] = [await open(path, 'r'), await open(path, 'a')]
    const run = (args: string[], stdio: [number | 'ignore', number | 'ignore', 'ignore']) =>
      new Promise((resolve) =>
        spawn(process.execPath, [PROGRAM, 'clean', '--local', ...args], { env: CLEAN_ENV, stdio }).once(
          'exit',
          resolve,
        ),
      )
    expect(await run(['-', '-o', path, '--force'], [list.fd, 'ignore', 'ignore'])).toBe(2)
    expect(await run([path], ['ignore', appended.fd, 'ignore'])).toBe(2)
    await list.close()
    await appended.close()
    expect(await readFile(path, 'utf8')).toBe(LIST)
  })

  test('the report and the list cannot be one file', async () => {
    const folder = await inFolder({ 'in.csv': LIST })
    for (const args of [
      ['-o', 'out.csv', '--report', 'out.csv'],
      ['-o', 'out.csv', '--split-by', 'status', '--report', 'out.safe.csv'],
    ]) {
      const { code, stderr } = await local(folder, 'in.csv', ...args)
      expect(code).toBe(2)
      expect(stderr).toMatch(/both the list and the report/)
    }
    expect(await readdir(folder)).toEqual(['in.csv'])
  })

  test('also if it is a list to compare with, or the report', async () => {
    const folder = await inFolder({ 'in.csv': LIST, 'sent.csv': LIST })
    expect((await local(folder, 'in.csv', '--except', 'sent.csv', '-o', 'sent.csv', '--force')).code).toBe(2)
    expect((await local(folder, 'in.csv', '-o', 'out.csv', '--report', 'in.csv', '--force')).code).toBe(2)
    expect(await readFile(join(folder, 'sent.csv'), 'utf8')).toBe(LIST)
    expect((await readdir(folder)).sort()).toEqual(['in.csv', 'sent.csv'])
  })

  test('a file that exists is replaced only with --force, and keeps its permissions', async () => {
    const folder = await inFolder({ 'in.csv': LIST, 'out.csv': 'precious' })
    const refused = await local(folder, 'in.csv', '-o', 'out.csv')
    expect(refused.code).toBe(2)
    expect(refused.stderr).toMatch(/out\.csv already exists.*--force/)
    expect(await readFile(join(folder, 'out.csv'), 'utf8')).toBe('precious')
    expect((await local(folder, 'in.csv', '-o', 'out.csv', '--force')).code).toBe(0)
    expect(await readFile(join(folder, 'out.csv'), 'utf8')).toMatch(/^name,email,since,status/)
    expect((await local(folder, 'in.csv', '-o', '/dev/null')).code).toBe(0)
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true)
  })

  test.for(['-o out.csv', '> out.csv'])(
    'with %s, a full disk is reported; an incomplete file is never put in place',
    async (redirect) => {
      const folder = await inFolder({
        'in.csv': `email\n${Array.from({ length: 500 }, (_, at) => `ann.lee${at}@contoso.com\n`).join('')}`,
      })
      // At the limit the system writes what fits and refuses only the next write, like a full disk.
      const script = `trap '' XFSZ; ulimit -f 40; exec "$0" "$1" clean --local in.csv ${redirect}`
      const env = { ...CLEAN_ENV, NODE_DISABLE_COMPILE_CACHE: '1' }
      const child = spawn('sh', ['-c', script, process.execPath, PROGRAM], { cwd: folder, env })
      const [stderr, code] = await Promise.all([
        text(child.stderr),
        new Promise((resolve) => child.once('close', resolve)),
      ])
      expect(stderr).toMatch(/exceeds the maximum file size|file too large/)
      expect(code).toBe(2)
      if (redirect.startsWith('-o')) expect(await readdir(folder)).toEqual(['in.csv'])
    },
  )

  /** A command that is stopped midway: its list comes through a pipe that stays open. */
  async function startCleaning(folder: string) {
    const args = [PROGRAM, 'clean', '--local', '--no-dedupe', '-', '--column', 'email', '-o', 'out.csv', '--force']
    const child = spawn(process.execPath, args, { cwd: folder, env: CLEAN_ENV, stdio: ['pipe', 'ignore', 'ignore'] })
    const exited = new Promise<number | NodeJS.Signals | null>((resolve) =>
      child.once('exit', (code, signal) => resolve(signal ?? code)),
    )
    // Writing fails if the command ends before it has read everything.
    child.stdin.on('error', () => undefined)
    child.stdin.write(`email\n${'ada.lovelace@contoso.com\n'.repeat(20_000)}`)
    await eventually(async () => {
      const part = (await readdir(folder)).find((name) => name.endsWith('.part'))
      // The command first tests with a temporary file whether it can write there.
      return part && (await stat(join(folder, part)).catch(() => ({ size: 0 }))).size > 500_000
    })
    return { child, exited }
  }

  test('kill -9 midway leaves the existing output intact, and does not block a later run', async () => {
    const folder = await inFolder({ 'in.csv': LIST, 'out.csv': 'precious' })
    const { child, exited } = await startCleaning(folder)
    child.kill('SIGKILL')
    expect(await exited).toBe('SIGKILL')
    expect(await readFile(join(folder, 'out.csv'), 'utf8')).toBe('precious')
    expect((await local(folder, 'in.csv', '-o', 'out.csv', '--force')).code).toBe(0)
    expect(rowsOf(await readFile(join(folder, 'out.csv')))).toHaveLength(2)
  })

  test('an interrupted run leaves no files behind', async () => {
    const folder = await inFolder({ 'out.csv': 'precious' })
    const { child, exited } = await startCleaning(folder)
    child.kill('SIGINT')
    expect(await exited).toBe(130)
    expect(await readdir(folder)).toEqual(['out.csv'])
    expect(await readFile(join(folder, 'out.csv'), 'utf8')).toBe('precious')
  })
})

describe('the original list is preserved', () => {
  test.for(['windows-1252', 'latin-1', 'utf-16le', 'utf-16be', 'utf-8'] as const)(
    'byte for byte in %s, without our columns',
    async (encoding) => {
      for (const { name, bytes, expected } of LISTS) {
        if ('error' in expected || expected.encoding !== encoding || expected.format === 'xlsx' || !expected.hasHeader)
          continue
        if (/stray|unclosed|text-after|google/.test(name) || expected.repaired > expected.rows.length) continue
        const args = ['clean', '--local', '--no-repair', '--no-dedupe', '--columns', 'status']
        args.push('--encoding', 'original', FOLDER + name)
        const { code, stdout } = await mailsiftBytes(args)
        expect(code).toBe(0)
        const { separator } = expected
        const bom = BOMS[encoding]
        const hasBom = bom.length > 0 && Buffer.from(bytes.subarray(0, bom.length)).equals(Buffer.from(bom))
        const ours = ['status', 'safe', 'risky', 'unsafe', 'blank'].map((word) =>
          Buffer.from(encodeText(separator + word, encoding)),
        )
        // Our cells contain only words that no list of the folder has after a separator.
        let rest = stdout.toString('latin1')
        for (const word of ours) rest = rest.replaceAll(word.toString('latin1'), '')
        const padded = /ragged/.test(name)
        if (!padded) expect(rest, name).toBe(Buffer.from(bytes).toString('latin1'))
        expect(hasBom).toBe(rest.startsWith(Buffer.from(bom).toString('latin1')) && bom.length > 0)
      }
    },
  )

  test('a list with an unclosed quote is written so that every CSV reader reads the same rows from it', async () => {
    const folder = await inFolder({
      'in.csv': 'id,name,email\n1,"A,a@gmail.com\n2,"B" b,b@gmail.com\n3,C,c@gmail.com\n',
    })
    const { stdout } = await local(folder, 'in.csv', '--columns', 'short')
    expect(parse(stdout, { columns: true })).toMatchObject([
      { id: '1', name: '"A', email: 'a@gmail.com', address: 'a@gmail.com' },
      { id: '2', name: '"B" b', email: 'b@gmail.com', address: 'b@gmail.com' },
      { id: '3', name: 'C', email: 'c@gmail.com', address: 'c@gmail.com' },
    ])
  })
})

describe('additions', () => {
  test('rows with more or fewer fields than the header are reported by line', async () => {
    const folder = await inFolder({ 'in.csv': 'id,email\n1,"a@gmail.com\n"\n2\n3,c.miller@gmail.com,x\n' })
    const { stdout } = await local(folder, 'in.csv', '-o', 'out.csv', '--json')
    const summary = JSON.parse(stdout) as Summary
    expect(summary).toMatchObject({ ragged: 2, raggedLines: [4, 5] })
    expect(summaryLines(summary).at(-1)).toBe(
      '  2 rows with more or fewer fields than the header (lines 4, 5; see the note column)',
    )
  })

  test('the counts of the summary are aligned, however long a reason is', async () => {
    const folder = await inFolder({ 'in.csv': 'email\nabc@gmail.com\nann.lee@contoso.com\nnonsense\n' })
    const { stderr } = await local(folder, 'in.csv', '-o', 'out.csv')
    const counts = stderr.split('\n').filter((line) => line.endsWith('%'))
    expect(counts.find((line) => line.includes('not_issued'))).toMatch(/cannot exist {2}/)
    expect(new Set(counts.map((line) => line.length)).size).toBe(1)
  })

  test('our columns are renamed only if the output has the same names, and repairs of removed rows are not counted', async () => {
    const list = 'email,Note\nann.lee@contoso.com,x\n<ann.lee@contoso.com>,y\n'
    const folder = await inFolder({ 'in.csv': list })
    const { stdout, stderr } = await local(folder, 'in.csv', '--columns', 'status', '--dedupe')
    expect(stdout).toBe('email,Note,status\nann.lee@contoso.com,x,safe\n')
    expect(stderr).not.toContain('extracted')
    expect(stderr).toContain('1 duplicate removed')
  })

  test('in a row with one field too few or too many, an address next to its column is found if it is the only candidate', async () => {
    const lists: [list: string, wanted: [address: string, note: string][]][] = [
      [
        'id,name,email\n1,Ann,ann.lee@contoso.com\n2,b.miller@contoso.com\n3,Lee, Cy,Cy <c.lee@contoso.com>\n',
        [
          ['ann.lee@contoso.com', ''],
          ['b.miller@contoso.com', 'found in field 2; This row has 2 fields; the header has 3.'],
          [
            'c.lee@contoso.com',
            'repaired from Cy <c.lee@contoso.com>; found in field 4; This row has 4 fields; the header has 3.',
          ],
        ],
      ],
      // Another person's address in its own column; two candidates; one further away than the row is short.
      [
        'owner,name,email\nme@contoso.com,Ann,ann.lee@contoso.com\nme@contoso.com\n',
        [
          ['ann.lee@contoso.com', ''],
          ['', 'This row has 1 field; the header has 3.'],
        ],
      ],
      [
        'id,a,b,email,c\n1,x,y,ann.lee@contoso.com,z\n2,b.miller@contoso.com,c.lee@contoso.com\n3,d.fox@contoso.com,y,z\n4,x,y,e.fox@contoso.com,z\n',
        [
          ['ann.lee@contoso.com', ''],
          ['', 'This row has 3 fields; the header has 5.'],
          ['z', 'This row has 4 fields; the header has 5.'],
          ['e.fox@contoso.com', ''],
        ],
      ],
    ]
    for (const [list, wanted] of lists) {
      const folder = await inFolder({ 'in.csv': list })
      const rows = rowsOf((await local(folder, 'in.csv', '--columns', 'short')).stdout)
      expect(rows.map(({ address, note }) => [address, note])).toEqual(wanted)
    }
    const folder = await inFolder({ 'in.csv': lists[0]![0] })
    const { stdout } = await local(folder, 'in.csv', '-o', 'out.csv', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ repaired: 2, ragged: 2 })
    const asItStands = rowsOf((await local(folder, 'in.csv', '--columns', 'short', '--no-repair')).stdout)
    expect(asItStands.map(({ address }) => address)).toEqual(['ann.lee@contoso.com', '', 'Cy'])
  })

  test('a repair is shown and can be turned off', async () => {
    const folder = await inFolder({ 'in.csv': LIST })
    const [repaired] = rowsOf((await local(folder, 'in.csv', '--columns', 'short')).stdout)
    expect(repaired).toMatchObject({
      email: 'ann.lee@gmail.com',
      original_email: 'Ann Lee <ann.lee@gmail.com>',
      address: 'ann.lee@gmail.com',
      status: 'safe',
      note: 'repaired from Ann Lee <ann.lee@gmail.com>',
    })
    const [plain] = rowsOf((await local(folder, 'in.csv', '--columns', 'short', '--no-repair')).stdout)
    expect(plain).toMatchObject({
      address: 'Ann Lee <ann.lee@gmail.com>',
      status: 'unsafe',
      reason: 'invalid',
      note: '',
    })
  })

  test('a suggestion is shown', async () => {
    const folder = await inFolder({ 'in.csv': LIST })
    const rows = rowsOf((await local(folder, 'in.csv', '--columns', 'status,suggestion,normalized')).stdout)
    expect(rows[1]).toMatchObject({
      status: 'unsafe',
      suggestion: 'bob.miller@gmail.com',
      'service.normalized': 'bob.miller@gmial.com',
    })
  })

  test('--fix-typos replaces a misspelled address, checks the new one and marks the row; an unsafe address is never suggested', async () => {
    const list = 'email\nann.lee@gmial.com\nbob@gmial.com\n'
    const folder = await inFolder({ 'in.csv': list })
    const rows = rowsOf((await local(folder, 'in.csv', '--columns', 'short', '--fix-typos')).stdout)
    expect(rows).toMatchObject([
      {
        email: 'ann.lee@gmail.com',
        address: 'ann.lee@gmail.com',
        original_email: 'ann.lee@gmial.com',
        status: 'safe',
        note: 'corrected from ann.lee@gmial.com',
      },
      // Gmail does not allow names of three letters.
      { email: 'bob@gmial.com', status: 'unsafe', suggestion: '', note: '' },
    ])
    const { stdout } = await local(folder, 'in.csv', '-o', 'out.csv', '--json', '--fix-typos')
    expect(JSON.parse(stdout)).toMatchObject({ corrected: 1, suggested: 0, safe: 1, unsafe: 1 })
  })

  test('a row without an address is blank, not unsafe', async () => {
    const folder = await inFolder({ 'in.csv': 'name,email\nAnn,ann.lee@contoso.com\nBob,\nCy,\n' })
    const { stdout } = await local(folder, 'in.csv', '-o', 'out.csv', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ safe: 1, unsafe: 0, blank: 2 })
    const rows = rowsOf(await readFile(join(folder, 'out.csv')))
    expect(rows.map(({ status, reason }) => [status, reason])).toEqual([
      ['safe', 'ok'],
      ['blank', 'no_address'],
      ['blank', 'no_address'],
    ])
  })

  test('a missing column is reported with the first names, however many there are', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `Field ${at + 1}`)
    const folder = await inFolder({ 'in.csv': `${names.join(',')}\n${names.join(',')}\n` })
    const { stderr } = await local(folder, 'in.csv', '--column', 'Email')
    expect(stderr).toContain('has no column "Email". Columns: "Field 1", "Field 2"')
    expect(stderr).toContain('"Field 20", and 280 more.')
  })

  test('several addresses in a row become several rows, and input columns with our names keep them', async () => {
    const folder = await inFolder({
      'in.csv': 'status,mail 1,mail 2\nnew,"a.miller@gmail.com; b.miller@gmail.com",c.miller@gmail.com',
    })
    const rows = rowsOf((await local(folder, 'in.csv', '-c', 'all', '--columns', 'short')).stdout)
    expect(rows.map((row) => [row.status, row['mailsift.status'], row['mailsift.address']])).toEqual([
      ['new', 'safe', 'a.miller@gmail.com'],
      ['new', 'safe', 'b.miller@gmail.com'],
      ['new', 'safe', 'c.miller@gmail.com'],
    ])
    expect(rows.map((row) => [row['mail 1'], row['mail 2'], row['mailsift.original_mail 2']])).toEqual([
      ['a.miller@gmail.com', '', 'c.miller@gmail.com'],
      ['b.miller@gmail.com', '', 'c.miller@gmail.com'],
      ['c.miller@gmail.com', '', 'c.miller@gmail.com'],
    ])
  })

  test('--split-by status writes a file for each, and --report a page without external resources', async () => {
    const folder = await inFolder({ 'in.csv': LIST })
    const { code } = await local(folder, 'in.csv', '-o', 'out.csv', '--split-by', 'status', '--report', 'report.html')
    expect(code).toBe(0)
    expect((await readdir(folder)).sort()).toEqual([
      'in.csv',
      'out.blank.csv',
      'out.risky.csv',
      'out.safe.csv',
      'out.unknown.csv',
      'out.unsafe.csv',
      'report.html',
    ])
    expect(rowsOf(await readFile(join(folder, 'out.safe.csv'))).length).toBe(1)
    expect(rowsOf(await readFile(join(folder, 'out.unsafe.csv'))).length).toBe(1)
    const page = await readFile(join(folder, 'report.html'), 'utf8')
    expect(page).toContain("default-src 'none'")
    expect(page).not.toMatch(/<script|src=|href=|url\(|@import|gmail/)
    expect(page).toMatch(/Misspelled domain/)
  })

  test('-o x.zip contains the files of --split-by status, and no other file is left', async () => {
    const folder = await inFolder({ 'in.csv': LIST })
    await local(folder, 'in.csv', '-o', 'out.csv', '--split-by', 'status')
    const { code, stderr } = await local(folder, 'in.csv', '-o', join(folder, 'out.zip'))
    expect(code).toBe(0)
    expect(stderr).toMatch(/rows written to \S+out\.zip\n/)
    const files = unzipSync(await readFile(join(folder, 'out.zip')))
    const split = (await readdir(folder)).filter((name) => name.startsWith('out.') && name.endsWith('.csv'))
    expect(Object.keys(files).sort()).toEqual(split.sort())
    for (const name of split) {
      const withoutIds = (csv: string) => csv.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id')
      expect(withoutIds(strFromU8(files[name]!))).toBe(withoutIds(await readFile(join(folder, name), 'utf8')))
    }
    expect((await readdir(folder)).filter((name) => !split.includes(name)).sort()).toEqual(['in.csv', 'out.zip'])
  })

  test('-o x.xlsx writes a workbook with the rows of the CSV, and --removed the removed rows', async () => {
    const list =
      'sep=;\nemail;n;note\nann.lee@contoso.com;1,5;=1+1\nANN.LEE@contoso.com;;\nbob.fox@contoso.com;007;-2+3\n'
    const folder = await inFolder({ 'in.csv': list })
    const { code } = await local(folder, 'in.csv', '-o', 'out.xlsx', '--removed', 'removed.csv', '--columns', 'status')
    expect(code).toBe(0)
    const { list: read, records } = await readList(fromBlob(await openAsBlob(join(folder, 'out.xlsx'))))
    expect(read).toMatchObject({ format: 'xlsx', names: ['email', 'n', 'note', 'status'] })
    expect(records.map(({ cells }) => cells)).toEqual([
      ['ann.lee@contoso.com', '1,5', '=1+1', 'safe'],
      ['bob.fox@contoso.com', '007', '-2+3', 'safe'],
    ])
    expect(await readFile(join(folder, 'removed.csv'), 'utf8')).toBe(
      'email;n;note;removed\nANN.LEE@contoso.com;;;duplicate\n',
    )
    const refused = await local(folder, 'in.csv', '-o', join(folder, 'out.xls'))
    expect(refused.stderr).toMatch(
      /Lists are written as CSV, \.xlsx, \.parquet or \.zip\. Write to \S+out\.xlsx instead/,
    )
  })

  test('--input-separator, --input-encoding and --header override detection', async () => {
    const folder = await inFolder({ 'in.csv': Buffer.from('Ann;ann.lee@contoso.com,\xc0\n', 'latin1') })
    const overrides = ['--input-separator', 'semicolon', '--input-encoding', 'windows-1251', '--header', 'no']
    const { stdout } = await local(folder, 'in.csv', '-q', '--columns', 'original', '-c', '#2', ...overrides)
    expect(stdout).toBe('Column 1;Column 2;original_Column 2\nAnn;ann.lee@contoso.com;"ann.lee@contoso.com,А"\n')
    const refused = await local(folder, 'in.csv', '--input-encoding', 'shift_jis', '--encoding', 'original')
    expect(refused.stderr).toMatch(/can be read but not written/)
  })

  test('--for excel starts with a byte order mark, uses the separator of the locale or --separator, and contains no formula', async () => {
    const list = "sep=;\r\nemail;n;=1\r\na.miller@gmail.com;-1,5;=cmd|'/C calc'!A0;@beyond\r\nb.miller@gmail.com\r\n"
    const folder = await inFolder({ 'in.csv': list })
    const forExcel = async (env: NodeJS.ProcessEnv, ...args: string[]) => {
      const words = ['clean', '--local', '--quiet', join(folder, 'in.csv'), '--for', 'excel', '--columns', 'status']
      return (await mailsift([...words, ...args], { env })).stdout
    }
    const semicolons =
      "\ufeffemail;n;'=1;status\r\n" +
      'a.miller@gmail.com;"-1,5";"\'=cmd|\'/C calc\'!A0";safe;\'@beyond\r\n' +
      'b.miller@gmail.com;;;safe\r\n'
    const commas = semicolons.replaceAll(';', ',')
    expect(await forExcel({ LANG: 'de_DE.UTF-8' })).toBe(semicolons)
    expect(await forExcel({ LANG: 'de_DE.UTF-8', LC_ALL: 'en_US.UTF-8' })).toBe(commas)
    expect(await forExcel({ LANG: 'C.UTF-8' }, '--separator', 'semicolon')).toBe(semicolons)
    expect(await forExcel({ LANG: 'de_DE.UTF-8' }, '--separator', 'comma')).toBe(commas)
  })

  test('a report contains no heading that a spreadsheet would run as a formula', async () => {
    const folder = await inFolder({ '=1+1.csv': LIST })
    await local(folder, '=1+1.csv', '-o', 'out.csv', '--report', 'report.html')
    expect(await readFile(join(folder, 'report.html'), 'utf8')).toContain('<h1>&#39;=1+1.csv</h1>')
  })
})

describe('duplicates', () => {
  test('are removed unless kept: the row with the most filled cells stays, or the newest', async () => {
    const folder = await inFolder({
      'in.csv': LIST,
      'filled.csv': 'email,name,city\nann.lee@gmail.com,Ann,\nAnnLee@gmail.com,Ann,Bonn\nannlee+x@gmail.com,Lee,Rome\n',
    })
    const run = async (...args: string[]) => {
      const { stdout } = await local(folder, '-o', 'out.csv', '--force', '--json', ...args)
      return { counts: JSON.parse(stdout), rows: rowsOf(await readFile(join(folder, 'out.csv'))) }
    }
    const kept = await run('in.csv', '--no-dedupe')
    expect(kept).toMatchObject({ counts: { duplicates: 1, removed: { duplicate: 0 }, written: 3 } })
    for (const args of [[], ['--dedupe']])
      expect(await run('in.csv', ...args)).toMatchObject({
        counts: { removed: { duplicate: 1 } },
        rows: [{ since: '2024-01-01' }, { since: '2024-02-01' }],
      })
    expect(await run('in.csv', '--newest-by', 'Since')).toMatchObject({
      counts: { removed: { duplicate: 1 } },
      rows: [{ since: '2024-02-01' }, { since: '2025-03-01' }],
    })
    expect((await run('filled.csv')).rows).toMatchObject([{ city: 'Bonn' }])
    const { stdout } = await mailsift(['clean', '--local', '-q', '-', '--columns', 'status'], {
      input: await readFile(join(folder, 'filled.csv'), 'utf8'),
    })
    expect(stdout).toBe('email,name,city,status\nAnnLee@gmail.com,Ann,Bonn,safe\n')
  })

  test('of another list are removed, or are the only rows kept', async () => {
    const folder = await inFolder({ 'in.csv': LIST, 'sent.txt': 'ANN.LEE@googlemail.com\nsomebody@contoso.org\n' })
    const names = async (...args: string[]) =>
      rowsOf((await local(folder, 'in.csv', '--no-dedupe', ...args)).stdout).map((row) => row.name)
    expect(await names('--except', 'sent.txt')).toEqual(['Bob'])
    expect(await names('--only-in', 'sent.txt')).toEqual(['Ann', 'Ann'])
  })
})
