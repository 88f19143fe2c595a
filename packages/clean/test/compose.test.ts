// An export has exactly the selected rows and columns, in any order.
import { loadEngine } from '@mailsift/engine/node'
import { expect, test } from 'vitest'
import { NoAnswers } from '../src/answer-csv.ts'
import { openAnswers } from '../src/answers.ts'
import { composeExport, type ExportChoice, type ExportColumn } from '../src/compose.ts'
import { STATUSES } from '../src/status.ts'

const ANSWERS = [
  '"Name";E-Mail;Ort;service.error.code;service.error.message;service.inbound;service.normalized;service.validations.is_disposable',
  '"Lee, ""Ann""";ann.lee@contoso.com;Köln;;;ann.lee@contoso.com;ann.lee@contoso.com;false',
  'Desk;info@mailinator.com;;;;info@mailinator.com;info@mailinator.com;true',
  'Ann again;Ann.Lee@contoso.com;Köln;;;Ann.Lee@contoso.com;ann.lee@contoso.com;false',
  'None;nobody;"";invalid_email;;nobody;;',
  '',
].join('\r\n')
const CHOICE: Omit<ExportChoice, 'columns'> = {
  statuses: STATUSES,
  withoutReasons: [],
  isFirstOnly: false,
  prefix: 'service.',
}
const [NAME, MAIL, PLACE] = [0, 1, 2].map((theirs): ExportColumn => ({ theirs }))
const [STATUS, REASON] = ['status', 'reason'].map((ours): ExportColumn => ({ ours }))

async function exported(choice: Partial<ExportChoice>, answers?: string[]): Promise<string> {
  async function* bytes() {
    // In single bytes.
    for (const byte of Buffer.from(ANSWERS)) yield Uint8Array.of(byte)
  }
  const options = { emailColumn: 'E-Mail', policy: 'marketing', ...(answers && { answers }) } as const
  const { header, rows } = await openAnswers(loadEngine(), [{ bytes: bytes(), prefix: 'service.' }], options)
  const pieces: Uint8Array[] = []
  for await (const piece of composeExport(header, rows, { ...CHOICE, columns: [], ...choice })) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

test('input columns are copied unchanged, byte for byte, followed by ours', async () => {
  expect(await exported({ columns: [NAME!, MAIL!, PLACE!, STATUS!, REASON!] })).toBe(
    [
      'Name;E-Mail;Ort;status;reason',
      '"Lee, ""Ann""";ann.lee@contoso.com;Köln;safe;ok',
      'Desk;info@mailinator.com;;unsafe;disposable',
      'Ann again;Ann.Lee@contoso.com;Köln;safe;ok',
      'None;nobody;"";unsafe;invalid',
      '',
    ].join('\r\n'),
  )
})

test('columns have the chosen order, with ours first or in between', async () => {
  const choice = { columns: [STATUS!, PLACE!, REASON!, NAME!], statuses: ['safe'] as const }
  expect(await exported(choice)).toBe(
    'status;Ort;reason;Name\r\nsafe;Köln;ok;"Lee, ""Ann"""\r\nsafe;Köln;ok;Ann again\r\n',
  )
})

test('reading only the exported result columns does not change the export', async () => {
  for (const answers of [[], ['inbound'], ['error.code', 'normalized']]) {
    const columns = [MAIL!, STATUS!, ...answers.map((ours): ExportColumn => ({ ours })), REASON!, NAME!]
    const whole = await exported({ columns })
    expect(await exported({ columns }, answers)).toBe(whole)
    expect(whole.split('\r\n')).toHaveLength(6)
  }
})

test('rows can be excluded by status, by reason and as duplicates', async () => {
  const names = async (choice: Partial<ExportChoice>) =>
    (await exported({ ...choice, columns: [MAIL!] })).split('\r\n').slice(1, -1)
  expect(await names({ isFirstOnly: true })).toEqual(['ann.lee@contoso.com', 'info@mailinator.com', 'nobody'])
  expect(await names({ statuses: ['unsafe'] })).toEqual(['info@mailinator.com', 'nobody'])
  expect(await names({ withoutReasons: ['ok', 'invalid'] })).toEqual(['info@mailinator.com'])
})

test("for Excel the file starts with a byte order mark and uses the chosen separator, not the input's", async () => {
  for (const excelSeparator of [',', ';'] as const)
    expect(await exported({ columns: [STATUS!, NAME!, MAIL!], statuses: ['safe'], excelSeparator })).toBe(
      ['\ufeffstatus,Name,E-Mail', 'safe,"Lee, ""Ann""",ann.lee@contoso.com', 'safe,Ann again,Ann.Lee@contoso.com', '']
        .join('\r\n')
        .replaceAll(/,(?! )/g, excelSeparator),
    )
})

test('a file that the service did not write is refused', async () => {
  async function* bytes() {
    yield Buffer.from('email\nann.lee@contoso.com\n')
  }
  const options = { emailColumn: 'email', policy: 'marketing' } as const
  await expect(openAnswers(loadEngine(), [{ bytes: bytes(), prefix: 'service.' }], options)).rejects.toThrow(NoAnswers)
})
