import { CONSOLE_PATHS } from '@mailsift/contract/console'
import type { InstallationEvent } from '@mailsift/sdk'
import { useState } from 'react'
import { Link } from 'wouter'
import { mailsift } from '../api/client.ts'
import { Listing } from '../parts/listing.tsx'
import { Pager } from '../parts/pager.tsx'
import type { Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { operator as t } from '../texts/operator.ts'
import { useOperatorQuery } from './query.ts'

const TAKE = 50

export function Events() {
  const [page, setPage] = useState(1)
  const events = useOperatorQuery(['audit', page], (signal) => mailsift.operator.audit({ page, take: TAKE, signal }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Listing
        query={events}
        label={t.views.events}
        title={t.views.events}
        rows={events.data?.items}
        columns={COLUMNS}
        keyOf={({ event }) => event.id}
      />
      <Pager page={page} pages={Math.ceil((events.data?.total ?? 0) / TAKE)} onPage={setPage} />
    </div>
  )
}

const COLUMNS: readonly Column<InstallationEvent>[] = [
  { title: t.when, cell: ({ event: { at } }) => <Time at={at} /> },
  {
    title: t.event,
    kind: 'name',
    cell: ({ event: { action } }) => (
      <span className="block first-letter:uppercase">{action.replaceAll('_', ' ')}</span>
    ),
  },
  { title: t.by, cell: ({ event: { person, actor } }) => person ?? t.actors[actor] },
  { title: t.account, cell: (row) => <Account row={row} /> },
  { title: t.detail, cell: ({ event: { detail } }) => detail?.replaceAll('_', ' ') ?? '–' },
  { title: t.network, cell: ({ event: { network } }) => network ?? '–' },
]

function Account({ row: { account_id, email } }: { row: InstallationEvent }) {
  if (account_id === null) return <span className="text-soft">{t.noAccount}</span>
  if (email === null) return <span className="text-soft">{t.deletedAccount}</span>
  return (
    <Link
      href={CONSOLE_PATHS.operatedAccount.replace(':accountId', account_id)}
      className="text-accent underline-offset-2 hover:underline"
    >
      {email}
    </Link>
  )
}
