import type { AcceptedReports } from '@mailsift/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/page.tsx'
import { Notice, Problem } from '../parts/problem.tsx'
import { Tag } from '../parts/status.tsx'
import { bounces } from '../texts/bounces.ts'
import { format } from '../texts/format.ts'
import { worker } from '../worker/client.ts'
import { BURSTS, SUPPRESSIONS } from './query-keys.ts'

const t = bounces.upload
const MAX_BYTES = 5 * 1024 * 1024

async function handIn(files: readonly File[]): Promise<AcceptedReports[]> {
  const large = files.find(({ size }) => size > MAX_BYTES)
  if (large) throw new Error(format(t.tooLarge, { name: large.name }))
  const answers: AcceptedReports[] = []
  for (const file of files)
    if (/\.(?:csv|tsv|xlsx)$/i.test(file.name)) answers.push(...(await handInTable(file)))
    else answers.push(await mailsift.bounces.handIn(new Uint8Array(await file.arrayBuffer())))
  return answers
}

/** An export of another program: one response per request. */
async function handInTable(file: File): Promise<AcceptedReports[]> {
  const answers: AcceptedReports[] = []
  for (const { events, unread } of await worker.bounces.readBounceTable(file)) {
    if (events.length === 0) continue
    const answer = await mailsift.bounces.report(events)
    answers.push({ ...answer, messages: answer.messages + unread, unread })
  }
  return answers
}

export function UploadBounces() {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: handIn,
    onSettled: () => Promise.all([SUPPRESSIONS, BURSTS].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
  return (
    <Card title={t.title}>
      <div className="flex flex-wrap items-center gap-4">
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept=".eml,.mbox,.mbx,.csv,.tsv,.xlsx,message/rfc822,application/mbox,text/csv"
          onChange={({ target }) => {
            if (target.files?.length) upload.mutate([...target.files])
            target.value = ''
          }}
        />
        <Button look="main" disabled={upload.isPending} onClick={() => input.current?.click()}>
          <Upload aria-hidden />
          {upload.isPending ? t.busy : t.choose}
        </Button>
        <p className="min-w-0 flex-1 basis-60 text-sm text-soft">{t.hint}</p>
      </div>
      <div role="status" className="mt-3 grid gap-3 empty:hidden">
        <Problem error={upload.error} />
        {upload.data && <Answer answers={upload.data} />}
      </div>
    </Card>
  )
}

function Answer({ answers }: { answers: readonly AcceptedReports[] }) {
  const sum = (count: (each: AcceptedReports) => number) => answers.reduce((all, each) => all + count(each), 0)
  const counts = (Object.keys(bounces.classes) as (keyof typeof bounces.classes)[])
    .map((kind) => ({ kind, count: sum(({ reports }) => reports[kind]) }))
    .filter(({ count }) => count > 0)
  const unread = sum((each) => each.unread)
  const ignored = sum((each) => each.ignored)
  const faults = sum(({ reports }) => reports.sender_fault)
  if (counts.length === 0 && ignored === 0) return <Notice tone="plain">{t.none}</Notice>
  return (
    <>
      <p>
        {format(t.done, { messages: sum(({ messages }) => messages), accepted: sum(({ accepted }) => accepted) })}
        {unread > 0 && `. ${format(t.unread, { count: unread })}`}
        {ignored > 0 && `. ${format(t.ignored, { count: ignored })}`}
      </p>
      {faults > 0 && <Notice tone="risky">{format(t.senderFault, { count: faults })}</Notice>}
      <p className="flex flex-wrap gap-1.5">
        {counts.map(({ kind, count }) => (
          <Tag key={kind} tone="plain">
            {bounces.classes[kind]}: {count}
          </Tag>
        ))}
      </p>
    </>
  )
}
