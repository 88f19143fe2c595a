// Messy lists, with the real service.
import { readFileSync } from 'node:fs'
import { CSV_RECORDS_MAX_COUNT } from '@mailsift/contract/limits'
import { describe, expect, test } from 'vitest'
import { makeFolder } from '../../cli/test/support/folder.ts'
import { useService } from '../../cli/test/support/service.ts'
import { makeXlsx } from '../../intake/test/make-xlsx.ts'
import {
  addressParts,
  type CleanListOptions,
  cleanList,
  ListError,
  type ListRow,
  openList,
} from '../src/lists/index.ts'
import { runScript } from './run-script.ts'
import { collect } from './with-service.ts'

const MESSY = [
  'sep=;',
  'Name;E-Mail;Ort',
  'Müller;"Ann Lee <ann.lee@contoso.com>";Köln',
  ';;',
  'Two;mailto:info@mailinator.com, joe.doe@contoso.com',
  'None;no address here;x',
  '',
].join('\r\n')
const windows1252 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

describe('a list is read without a service', () => {
  test('whatever its encoding, separator and cells, row by row and as often as wanted', async () => {
    const list = await openList(new File([windows1252(MESSY)], 'messy.csv'))
    expect(list).toMatchObject({
      filename: 'messy.csv',
      format: 'text',
      separator: ';',
      hasHeader: true,
      names: ['Name', 'E-Mail', 'Ort'],
      columns: ['E-Mail'],
    })
    const rows = await collect(list.rows())
    expect(rows).toEqual<ListRow[]>([
      {
        line: 3,
        cells: ['Müller', 'Ann Lee <ann.lee@contoso.com>', 'Köln'],
        address: 'ann.lee@contoso.com',
        repairedFrom: 'Ann Lee <ann.lee@contoso.com>',
        foundIn: undefined,
      },
      { line: 4, cells: ['', '', ''], address: '', repairedFrom: undefined, foundIn: undefined },
      ...['info@mailinator.com', 'joe.doe@contoso.com'].map((address) => ({
        line: 5,
        cells: ['Two', 'mailto:info@mailinator.com, joe.doe@contoso.com', ''],
        address,
        repairedFrom: 'mailto:info@mailinator.com, joe.doe@contoso.com',
        foundIn: undefined,
      })),
      {
        line: 6,
        cells: ['None', 'no address here', 'x'],
        address: 'no address here',
        repairedFrom: undefined,
        foundIn: undefined,
      },
    ])
    expect(await collect(list.rows())).toEqual(rows)
  })

  test('an address shifted by a missing field is found', async () => {
    const list = await openList(new Blob(['id,name,email\n1,Ann,ann.lee@contoso.com\n2,bob.ray@contoso.com\n']))
    const rows = await collect(list.rows())
    expect(rows.map(({ address, foundIn }) => [address, foundIn])).toEqual([
      ['ann.lee@contoso.com', undefined],
      ['bob.ray@contoso.com', 2],
    ])
  })

  test.for([
    ['a file that is no list', new Blob(['%PDF-1.7']), {}, 'not_a_list', /PDF/],
    ['no email column', new Blob(['a,b\n1,2\n']), {}, 'no_column', /"a", "b"/],
    ['a column that is not there', new Blob(['email\nx@contoso.com\n']), { columns: 'mail' }, 'no_column', /"mail"/],
    [
      'several columns',
      new Blob(['home,work\nx@contoso.com,y@contoso.com\n']),
      {},
      'several_columns',
      /"home", "work"/,
    ],
  ] as const)('%s is told with what to do', async ([, blob, options, problem, message]) => {
    const error = await openList(blob, options).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ListError)
    expect(error).toMatchObject({ problem, message: expect.stringMatching(message) })
  })

  test('more addresses than the limit of a submission are split, with none lost or changed', async () => {
    async function* addresses() {
      for (let row = 0; row <= CSV_RECORDS_MAX_COUNT; row++)
        yield row === 7 ? '"a;b, ""c"\t|"@contoso.com' : `a${row}@b.example`
    }
    const parts = await collect(addressParts(addresses()))
    expect(parts.map(({ count }) => count)).toEqual([CSV_RECORDS_MAX_COUNT, 1])
    const again = await collect((await openList(parts[0]!.csv, { columns: 'email', repair: false })).rows())
    expect(again.map(({ address }) => address)).toEqual((await collect(addresses())).slice(0, -1))
    expect(await parts[1]!.csv.text()).toBe(`email\na${CSV_RECORDS_MAX_COUNT}@b.example\n`)
  })
})

describe('with the service', () => {
  const service = useService()
  const cleaned = async (source: Blob, options?: CleanListOptions) => {
    const { rows, ...rest } = await cleanList(service.client, source, options)
    return { ...rest, rows: await collect(rows) }
  }

  test('every row gets the result of its own address', async () => {
    const submitted: string[] = []
    const file = new File([windows1252(MESSY)], 'messy.csv')
    const { rows, groupIds } = await cleaned(file, { onSubmitted: (id) => submitted.push(id) })
    expect(groupIds).toEqual(submitted)
    expect(
      rows.map(({ line, address, answer }) => [line, address, answer?.errorCode, answer?.flags.safe_to_send]),
    ).toEqual([
      [3, 'ann.lee@contoso.com', '', 'true'],
      [4, '', undefined, undefined],
      [5, 'info@mailinator.com', '', 'false'],
      [5, 'joe.doe@contoso.com', '', 'true'],
      [6, 'no address here', 'invalid_email', ''],
    ])
    for (const { address, answer } of rows) expect(answer?.address ?? '').toBe(address)
    const { group } = await service.client.groups.get(groupIds[0]!)
    expect(group).toMatchObject({ status: 'completed', total: 4 })
  })

  test('of a workbook, the sheet with the addresses is cleaned', async () => {
    const book = makeXlsx([
      { name: 'Notes', rows: [['nothing here']] },
      {
        name: 'People',
        rows: [
          ['Who', 'Mail'],
          ['Ann', 'ann.lee@contoso.com'],
          ['Desk', 'info@mailinator.com'],
        ],
      },
    ])
    const { list, rows } = await cleaned(new Blob([book as Uint8Array<ArrayBuffer>]))
    expect(list).toMatchObject({ format: 'xlsx', sheet: 'People', columns: ['Mail'] })
    expect(rows.map(({ cells, answer }) => [cells[0], answer?.flags.is_disposable])).toEqual([
      ['Ann', 'false'],
      ['Desk', 'true'],
    ])
  })

  test('a list without any address sends no request', async () => {
    const { rows, groupIds } = await cleaned(new Blob(['name,email\nAda,\nBob,\n']))
    expect(groupIds).toEqual([])
    expect(rows.map(({ answer }) => answer)).toEqual([undefined, undefined])
  })

  test('previously submitted groups are resumed instead of sent again', async () => {
    const file = new Blob(['email\nann.lee@contoso.com\n'])
    const { groupIds } = await cleaned(file)
    const again = await cleaned(file, { submitted: groupIds })
    expect(again.groupIds).toEqual(groupIds)
    expect(again.rows[0]!.answer).toMatchObject({ address: 'ann.lee@contoso.com', errorCode: '' })
  })

  test.for([
    ['messy lists', '@mailsift/sdk/lists', '3 ann.lee@contoso.com true\n4 info@mailinator.com false\n'],
    ['sign-up forms', 'insight(', 'Did you mean ann.lee@gmail.com?\n'],
  ] as const)('the block of the README on %s runs as it stands', async ([, mark, expected]) => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
    const block = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].find(([, text = '']) => text.includes(mark))![1]!
    const folder = await makeFolder()
    const { origin } = service
    const env = { MAILSIFT_TOKEN: service.token, MAILSIFT_SERVER: origin }
    const printed = await runScript(folder, block.replaceAll('http://127.0.0.1:3000', origin), { env })
    expect(printed).toBe(expected)
  })
})
