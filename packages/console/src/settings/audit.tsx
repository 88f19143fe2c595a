import type { AuditEvent } from '@mailsift/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Listing } from '../parts/listing.tsx'
import { Empty } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import type { Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { isAdmin, useLastSession } from '../session/session.ts'
import { audit as t } from '../texts/audit.ts'

const TAKE = 20

/** For admins: who changed what, newest first. */
export function Audit() {
  const canRead = isAdmin(useLastSession()?.role)
  const [page, setPage] = useState(1)
  const events = useQuery({
    queryKey: ['audit', page],
    queryFn: ({ signal }) => mailsift.account.audit({ page, take: TAKE, signal }),
    enabled: canRead,
    placeholderData: keepPreviousData,
  })
  if (!canRead) return null
  return (
    <div className="grid gap-3">
      <Listing
        query={events}
        label={t.title}
        title={t.title}
        rows={events.data?.items}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={<Empty title={t.empty}>{t.emptyWhy}</Empty>}
      />
      {events.data && <Pager page={page} pages={Math.max(1, Math.ceil(events.data.total / TAKE))} onPage={setPage} />}
    </div>
  )
}

const words = (code: string) => `${code.charAt(0).toUpperCase()}${code.slice(1)}`.replaceAll('_', ' ')

const COLUMNS: readonly Column<AuditEvent>[] = [
  { title: t.at, cell: ({ at }) => <Time at={at} /> },
  { title: t.what, kind: 'name', cell: ({ action }) => words(action) },
  { title: t.detail, cell: ({ detail }) => (detail ? words(detail) : '') },
  {
    title: t.who,
    // Minimum width: otherwise a column that can break anywhere shrinks to one letter when the table is wider than the
    // screen.
    cell: ({ person, actor }) => <span className="block min-w-40 wrap-anywhere">{person ?? t.actors[actor]}</span>,
  },
  { title: t.network, cell: ({ network }) => <span className="font-mono text-xs">{network ?? ''}</span> },
]
