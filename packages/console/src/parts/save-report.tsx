import type { Report } from '@mailsift/clean/report'
import { useMutation } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { report as t } from '../texts/file-formats.ts'
import { Button } from './button.tsx'
import { stemOf } from './file-format.ts'
import { Problem } from './problem.tsx'
import { saveFile } from './save.ts'

/** The counts as a printable page without addresses. */
export function SaveReport({ report, at, isOff = false }: { report: Report; at: Date; isOff?: boolean }) {
  const save = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const { reportHtml } = await import('@mailsift/clean/report')
      saveFile(new Blob([reportHtml(report, at)], { type: 'text/html' }), `${stemOf(report.name)}.report.html`)
    },
  })
  return (
    <>
      <Button disabled={isOff || save.isPending} title={t.hint} onClick={() => save.mutate()}>
        <FileText aria-hidden />
        {t.save}
      </Button>
      <Problem error={save.error} />
    </>
  )
}
