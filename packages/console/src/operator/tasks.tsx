import type { QuarantinedTask } from '@mailsift/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Listing } from '../parts/listing.tsx'
import { formatCount } from '../parts/numbers.ts'
import { Empty } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { actionsOf, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { format } from '../texts/format.ts'
import { operator as t } from '../texts/operator.ts'
import { OPERATOR_KEY, useOperatorQuery } from './query.ts'

export function Tasks() {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: [OPERATOR_KEY] })
  const tasks = useOperatorQuery(['tasks'], (signal) => mailsift.operator.tasks({ signal }))
  const retry = useMutation({ mutationFn: (id: number) => mailsift.operator.retryTask(id), onSettled: refresh })
  const [discarding, setDiscarding] = useState<QuarantinedTask>()
  const actions = actionsOf(({ id, ...task }: QuarantinedTask) => (
    <span className="inline-flex gap-2">
      <Button
        disabled={retry.isPending}
        aria-label={format(t.retryNamed, { id: String(id) })}
        onClick={() => retry.mutate(id)}
      >
        {t.retry}
      </Button>
      <Button
        look="danger"
        aria-label={format(t.discardNamed, { id: String(id) })}
        onClick={() => setDiscarding({ id, ...task })}
      >
        {t.discard}
      </Button>
    </span>
  ))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Problem error={retry.error} />
      <Listing
        query={tasks}
        label={t.quarantined}
        title={t.quarantined}
        rows={tasks.data?.items}
        columns={[...COLUMNS, actions]}
        keyOf={({ id }) => String(id)}
        empty={<Empty title={t.tasksEmpty}>{t.tasksEmptyWhy}</Empty>}
      />
      {discarding && <Discard task={discarding} onDone={refresh} onClose={() => setDiscarding(undefined)} />}
    </div>
  )
}

function Discard({ task, onDone, onClose }: { task: QuarantinedTask; onDone(): unknown; onClose(): void }) {
  const discard = useMutation({
    mutationFn: () => mailsift.operator.discardTask(task.id),
    onSuccess: () => {
      onDone()
      onClose()
    },
  })
  return (
    <Confirm
      title={format(t.discardTitle, { id: String(task.id) })}
      submit={t.discard}
      error={discard.error}
      isBusy={discard.isPending}
      onConfirm={() => discard.mutate()}
      onClose={onClose}
    >
      {t.discardWhy}
    </Confirm>
  )
}

const COLUMNS: readonly Column<QuarantinedTask>[] = [
  {
    title: t.task,
    kind: 'name',
    cell: ({ task, payload }) => (
      <>
        <code className="font-mono">{task}</code>
        <code className="block max-w-72 truncate font-mono text-xs text-soft" title={payload}>
          {payload}
        </code>
      </>
    ),
  },
  { title: t.reason, cell: ({ reason }) => <span className="block max-w-96 wrap-anywhere">{reason}</span> },
  { title: t.interruptions, kind: 'number', cell: ({ interruptions }) => formatCount(interruptions) },
  { title: t.since, cell: ({ quarantined_at }) => <Time at={quarantined_at} /> },
]
