import type { Session } from '@mailsift/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { focusAgain } from '../parts/focus.ts'
import { Listing } from '../parts/listing.tsx'
import { Problem } from '../parts/problem.tsx'
import { Tag } from '../parts/status.tsx'
import { actionsOf, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { settings as t } from '../texts/settings.ts'

const KEY = ['sessions']

export function Sessions() {
  const client = useQueryClient()
  const sessions = useQuery({ queryKey: KEY, queryFn: ({ signal }) => mailsift.account.sessions.list({ signal }) })
  const [isEndingAll, setEndingAll] = useState(false)
  const end = useMutation({
    mutationFn: ({ id }: { id: string; table: Element | null }) => mailsift.account.sessions.end(id),
    onSettled: async (_answer, _error, { table }) => {
      await client.invalidateQueries({ queryKey: KEY })
      // The button was removed with its row.
      focusAgain(table)
    },
  })
  const endAll = useMutation({
    mutationFn: () => mailsift.account.sessions.endAll(),
    onSuccess: () => {
      client.clear()
      location.reload()
    },
  })
  const endColumn = actionsOf(
    (session: Session) =>
      !session.current && (
        <Button
          look="danger"
          disabled={end.isPending}
          onClick={({ currentTarget }) => end.mutate({ id: session.id, table: currentTarget.closest('section') })}
        >
          {t.end}
        </Button>
      ),
  )
  return (
    <>
      <Problem error={end.error} />
      <Listing
        query={sessions}
        label={t.sessions}
        title={t.sessions}
        aside={
          <Button look="danger" onClick={() => setEndingAll(true)}>
            {t.endAll}
          </Button>
        }
        rows={sessions.data?.items}
        columns={[...COLUMNS, endColumn]}
        keyOf={({ id }) => id}
      />
      {isEndingAll && (
        <Confirm
          title={t.endAllTitle}
          submit={t.endAll}
          error={endAll.error}
          isBusy={endAll.isPending}
          onConfirm={() => endAll.mutate()}
          onClose={() => setEndingAll(false)}
        >
          {t.endAllWhy}
        </Confirm>
      )}
    </>
  )
}

const COLUMNS: readonly Column<Session>[] = [
  {
    title: t.began,
    kind: 'name',
    cell: ({ created_at, current }) => (
      <span className="flex flex-wrap items-center gap-2">
        <Time at={created_at} />
        {current && <Tag tone="accent">{t.thisOne}</Tag>}
      </span>
    ),
  },
  {
    title: t.from,
    cell: ({ network }) => (network ? <code className="font-mono">{network}</code> : t.unknownNetwork),
  },
  { title: t.lastUsed, cell: ({ last_used_at }) => <Time at={last_used_at} style="day" /> },
  { title: t.sessionEnds, cell: ({ expires_at }) => <Time at={expires_at} style="day" /> },
]
