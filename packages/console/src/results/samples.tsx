import { REASON_WORDS } from '@mailsift/clean/reason-words'
import { Card } from '../parts/page.tsx'
import { Tag } from '../parts/status.tsx'
import { Cell, Head, Table } from '../parts/table.tsx'
import { texts } from '../texts.ts'
import type { RowFilter } from '../worker/list.ts'
import type { Results } from '../worker/results.ts'

const t = texts.results
const SHOWN = 25
const OTHER_COLUMNS = 3

export function Samples({
  results,
  filter,
  emailColumn,
}: {
  results: Results
  filter: RowFilter
  emailColumn: string
}) {
  const wanted = results.samples
    .filter(({ status, reason }) => !filter || (status === filter.status && reason === filter.reason))
    .sort((one, other) => one.index - other.index)
    .slice(0, SHOWN)
  const others = results.theirs
    .map((name, at) => ({ name, at }))
    .filter(({ name }) => name !== emailColumn && name !== 'index')
    .slice(0, OTHER_COLUMNS)
  return (
    <Card flush title={filter ? t.samplesOf(REASON_WORDS[filter.reason] ?? filter.reason) : t.samples}>
      <Table label={t.samples}>
        <thead>
          <tr>
            <Head isNumber>{t.row}</Head>
            <Head>{t.address}</Head>
            <Head>{t.verdict}</Head>
            <Head>{t.reason}</Head>
            {others.map(({ name, at }) => (
              <Head key={at}>{name}</Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {wanted.map((row) => (
            <tr key={row.index} className="border-t border-line">
              <Cell isNumber>{row.index + 1}</Cell>
              <Cell isName>
                <span className="block max-w-72 truncate font-mono" title={row.address}>
                  {row.address}
                </span>
                {row.suggestion && (
                  <span className="block truncate text-xs text-soft">{texts.clean.meant(row.suggestion)}</span>
                )}
              </Cell>
              <Cell>
                <Tag tone={row.status}>{texts.bars.short[row.status]}</Tag>
              </Cell>
              <Cell>
                <span className="whitespace-nowrap">{REASON_WORDS[row.reason] ?? row.reason}</span>
              </Cell>
              {others.map(({ at }) => (
                <Cell key={at}>
                  <span className="block max-w-48 truncate">{row.cells[at]}</span>
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}
