import type { ExportChoice, ExportColumn } from '@mailsift/clean/compose'
import { type ExcelSeparator, excelSeparatorOf } from '@mailsift/clean/excel'
import { STATUSES, type Status } from '@mailsift/clean/status'
import type { Policy } from '@mailsift/engine'
import { labelOf } from '@mailsift/engine/reason-texts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Check, Choice, Field } from '../parts/field.tsx'
import { fileNameOf, keepFormat, keptFormat, stemOf } from '../parts/file-format.ts'
import { keepOptions, keptOptions } from '../parts/list-options.ts'
import { Card } from '../parts/page.tsx'
import { Notice, Problem } from '../parts/problem.tsx'
import { saveFile } from '../parts/save.ts'
import { type Column, Table } from '../parts/table.tsx'
import { common } from '../texts/common.ts'
import { fileFormats } from '../texts/file-formats.ts'
import { format } from '../texts/format.ts'
import { composer as t } from '../texts/results.ts'
import { statuses as statusTexts } from '../texts/verdicts.ts'
import { worker } from '../worker/client.ts'
import type { FileFormat } from '../worker/formats.ts'
import type { Preview, ResultSource, Results } from '../worker/results.ts'
import { ColumnOrder } from './column-order.tsx'
import { keepExport, keptExport } from './kept-export.ts'

/** Our columns come first, then the contract's, in its order. */
const OWN = ['status', 'reason', 'suggestion']
/** By default, the first of these that a list has is exported. */
const FIRST_EXPORTED: readonly Status[] = ['safe', 'risky', 'unknown', 'blank', 'unsafe']

export function Composer({
  source,
  results,
  policy,
  name,
}: {
  source: ResultSource
  results: Results
  policy: Policy
  name: string
}) {
  const ours = [...OWN, ...results.answers]
  const present = STATUSES.filter((status) => results.counts.some((count) => count.status === status))
  // An empty export helps no one; unsafe rows are chosen manually, unless there are no others.
  const [kept] = useState(keptExport)
  const [statuses, setStatuses] = useState<readonly Status[]>(() => {
    const again = present.filter((status) => kept.statuses?.includes(status))
    return again.length > 0 ? again : [FIRST_EXPORTED.find((status) => present.includes(status)) ?? 'safe']
  })
  const [withoutReasons, setWithoutReasons] = useState<readonly string[]>([])
  const [isFirstOnly, setFirstOnly] = useState(() => keptOptions().dedupe)
  const [columns, setColumns] = useState<readonly ExportColumn[]>(() => [
    ...results.theirs.map((_, theirs) => ({ theirs })),
    ...(kept.ours?.filter((name) => ours.includes(name)) ?? OWN).map((name) => ({ ours: name })),
  ])
  const [prefix, setPrefix] = useState(source.files[0]?.prefix || 'service.')
  const [target, setTarget] = useState(keptFormat)
  const [separator, setSeparator] = useState<ExcelSeparator>(() => excelSeparatorOf(navigator.language))
  const choice: ExportChoice = {
    statuses,
    withoutReasons,
    isFirstOnly,
    columns,
    prefix,
    ...(target === 'excel' && { excelSeparator: separator }),
  }
  const deferred = useDeferredValue(JSON.stringify(choice))
  const preview = useQuery({
    queryKey: ['preview', source.id, policy, deferred],
    queryFn: () => worker.results.previewExport(source, policy, JSON.parse(deferred)),
    placeholderData: keepPreviousData,
    enabled: columns.length > 0,
    networkMode: 'always',
  })
  const save = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const fileName = fileNameOf(name, statuses.length === 1 ? statuses[0]! : 'cleaned', target)
      const file = await chooseFile(fileName)
      if (file === 'declined') return false
      const blob = await worker.results.makeExport(source, policy, choice, file, target, stemOf(name))
      if (blob) saveFile(blob, fileName)
      keepExport({ statuses, ours: columns.flatMap((column) => ('ours' in column ? [column.ours] : [])) })
      return true
    },
  })
  const count = countOf(results, choice)
  const reasons = results.counts.filter(({ status, reason }) => statuses.includes(status) && reason !== 'ok')
  const toggle = <Item,>(items: readonly Item[], item: Item, isOn: boolean) =>
    isOn ? [...items, item] : items.filter((each) => each !== item)

  return (
    <Card title={t.title}>
      <div className="grid gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div className="grid content-start gap-5">
          <fieldset>
            <legend className="mb-1.5 font-medium">{t.rows}</legend>
            <div className="grid gap-1.5">
              {present.map((status) => (
                <Check
                  key={status}
                  label={statusTexts.long[status]}
                  checked={statuses.includes(status)}
                  onChange={(event) => setStatuses(toggle(statuses, status, event.target.checked))}
                />
              ))}
              {results.duplicates > 0 && (
                <Check
                  label={t.firstOnly}
                  hint={t.firstOnlyHint}
                  checked={isFirstOnly}
                  onChange={(event) => {
                    keepOptions({ dedupe: event.target.checked })
                    setFirstOnly(event.target.checked)
                  }}
                />
              )}
            </div>
          </fieldset>
          {reasons.length > 0 && (
            <fieldset>
              <legend className="mb-1.5 font-medium">{t.reasons}</legend>
              <div className="grid gap-1.5">
                {reasons.map(({ status, reason }) => (
                  <Check
                    key={`${status} ${reason}`}
                    label={labelOf(reason)}
                    checked={!withoutReasons.includes(reason)}
                    onChange={(event) => setWithoutReasons(toggle(withoutReasons, reason, !event.target.checked))}
                  />
                ))}
              </div>
            </fieldset>
          )}
          <Choice<FileFormat>
            label={fileFormats.label}
            value={target}
            options={fileFormats.options}
            onChange={(format) => {
              keepFormat(format)
              setTarget(format)
            }}
          />
          {target === 'excel' && (
            <div>
              <Choice
                label={t.separator}
                value={separator}
                options={([',', ';'] as const).map((value) => ({ value, label: t.separators[value] }))}
                onChange={setSeparator}
              />
              <p className="mt-1 text-sm text-soft">{t.separatorHint}</p>
            </div>
          )}
          <Field
            label={t.prefix}
            hint={t.prefixHint}
            value={prefix}
            maxLength={40}
            // Separators and quotes would break the header.
            onChange={(event) => setPrefix(event.target.value.replaceAll(/[,;|\t"]/g, ''))}
          />
        </div>
        <div className="grid min-w-0 content-start gap-5">
          <ColumnOrder theirs={results.theirs} ours={ours} columns={columns} onChange={setColumns} />
          <div className="min-w-0">
            <h3 className="mb-1.5 font-medium">{t.preview}</h3>
            <div className="min-w-0 rounded-md border border-line">
              {columns.length > 0 && preview.data && preview.data.rows.length > 0 ? (
                <Table
                  label={t.preview}
                  columns={previewColumns(preview.data)}
                  rows={preview.data.rows}
                  keyOf={(_row, at) => at}
                />
              ) : (
                <p className="px-4 py-6 text-center text-sm text-soft">
                  {preview.isPending && columns.length > 0 ? common.loading : t.nothing}
                </p>
              )}
            </div>
          </div>
          <Problem error={preview.error ?? save.error} />
          {save.data && (
            <Notice tone="safe" role="status">
              {t.saved}
            </Notice>
          )}
          <div className="flex flex-wrap items-center gap-3">
            <Button
              look="main"
              disabled={count === 0 || save.isPending || columns.length === 0}
              onClick={() => save.mutate()}
            >
              <Download aria-hidden />
              {save.isPending ? fileFormats.saving : format(t.save, { count })}
            </Button>
            <span className="text-sm text-soft">{t.madeHere}</span>
          </div>
        </div>
      </div>
    </Card>
  )
}

/** The number of rows in the file, from the counts of all rows. */
function countOf({ counts }: Results, { statuses, withoutReasons, isFirstOnly }: ExportChoice): number {
  return counts
    .filter(({ status, reason }) => statuses.includes(status) && !withoutReasons.includes(reason))
    .reduce((sum, { count, duplicates }) => sum + count - (isFirstOnly ? duplicates : 0), 0)
}

const previewColumns = ({ names }: Preview): Column<string[]>[] =>
  names.map((title, at) => ({
    title,
    cell: (row) => <span className="block max-w-60 truncate font-mono text-xs">{row[at]}</span>,
  }))

function typeOf(name: string): object {
  const ending = name.slice(name.lastIndexOf('.'))
  return { description: ending.slice(1), accept: { [MIME_TYPES[ending] ?? 'text/csv']: [ending] } }
}

const MIME_TYPES: Record<string, string> = {
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.zip': 'application/zip',
}

type Picker = (options: { suggestedName: string; types: object[] }) => Promise<FileSystemFileHandle>

/** Saves directly to disk if the browser supports it; otherwise as a download. */
async function chooseFile(suggestedName: string): Promise<FileSystemFileHandle | undefined | 'declined'> {
  const { showSaveFilePicker: pick } = window as { showSaveFilePicker?: Picker }
  if (!pick) return undefined
  try {
    return await pick({ suggestedName, types: [typeOf(suggestedName)] })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'declined'
    return undefined
  }
}
