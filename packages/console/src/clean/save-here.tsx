import { excelSeparatorOf } from '@mailsift/clean/excel'
import type { Report } from '@mailsift/clean/report'
import { STATUSES } from '@mailsift/clean/status'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Choice } from '../parts/field.tsx'
import { fileNameOf, keepFormat, keptFormat, stemOf } from '../parts/file-format.ts'
import { Card } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { saveFile } from '../parts/save.ts'
import { SaveReport } from '../parts/save-report.tsx'
import { clean as t } from '../texts/clean.ts'
import { common } from '../texts/common.ts'
import { fileFormats, report } from '../texts/file-formats.ts'
import { format } from '../texts/format.ts'
import { worker } from '../worker/client.ts'
import type { FileFormat } from '../worker/formats.ts'
import type { ListChoice, Preflight } from '../worker/list.ts'

type Rows = 'all' | 'safe'

/** Saves the verdicts made in this browser: nothing is sent or charged. */
export function SaveHere({ file, choice, preflight }: { file: File; choice: ListChoice; preflight: Preflight }) {
  const [target, setTarget] = useState(keptFormat)
  const [rows, setRows] = useState<Rows>('all')
  const save = useMutation({
    networkMode: 'always',
    mutationFn: () => {
      const statuses = rows === 'all' ? STATUSES : (['safe'] as const)
      return saveAs(file, choice, target, statuses, rows === 'all' ? 'cleaned' : 'safe')
    },
  })
  return (
    <Card title={t.saveHere}>
      <p className="mb-3 text-sm text-soft">{t.saveHereHint}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Choice
          label={t.saveRows}
          value={rows}
          options={(['all', 'safe'] as const).map((value) => ({ value, label: t.saveRowsOf[value] }))}
          onChange={setRows}
          className="min-w-36 flex-1"
        />
        <Choice<FileFormat>
          label={fileFormats.label}
          value={target}
          options={fileFormats.options}
          onChange={(next) => {
            keepFormat(next)
            setTarget(next)
          }}
          className="min-w-36 flex-1"
        />
        <Button disabled={!preflight.isDone || save.isPending} onClick={() => save.mutate()}>
          <Download aria-hidden />
          {save.isPending ? fileFormats.saving : t.save}
        </Button>
        <SaveReport report={reportOf(file.name, preflight)} at={new Date()} isOff={!preflight.isDone} />
      </div>
      <Problem error={save.error} />
    </Card>
  )
}

const reportOf = (name: string, { rows, counts, repaired, corrected, suggested, removed }: Preflight): Report => ({
  name,
  facts: [format(common.rows, { count: rows }), report.withoutUpload],
  counts,
  others: [
    [report.repaired, repaired],
    [report.corrected, corrected],
    [report.suggested, suggested],
    [report.removed, removed],
  ],
})

/** The removed duplicates, unchanged. */
export const saveRemoved = (file: File, choice: ListChoice) =>
  saveAs(file, choice, keptFormat() === 'xlsx' ? 'xlsx' : 'csv', 'removed', 'removed')

async function saveAs(
  file: File,
  choice: ListChoice,
  target: FileFormat,
  rows: Parameters<typeof worker.files.saveHere>[2]['rows'],
  kind: string,
): Promise<void> {
  const excelSeparator = excelSeparatorOf(navigator.language)
  const blob = await worker.files.saveHere(file, choice, {
    format: target,
    rows,
    excelSeparator,
    name: stemOf(file.name),
  })
  saveFile(blob, fileNameOf(file.name, kind, target))
}
