import { CONSOLE_PATHS } from '@mailsift/contract/console'
import type { OperatedAccount } from '@mailsift/sdk'
import { type SubmitEvent, useState } from 'react'
import { Link } from 'wouter'
import { mailsift } from '../api/client.ts'
import { Field } from '../parts/field.tsx'
import { Listing } from '../parts/listing.tsx'
import { formatCount } from '../parts/numbers.ts'
import { Empty } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { Tag } from '../parts/status.tsx'
import type { Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { historyText, saveHistoryText } from '../parts/url-state.ts'
import { format } from '../texts/format.ts'
import { operator as t } from '../texts/operator.ts'
import { useOperatorQuery } from './query.ts'

const TAKE = 50

export function Accounts() {
  const [search, setSearch] = useState(() => historyText('search'))
  const [page, setPage] = useState(1)
  const accounts = useOperatorQuery(['accounts', search, page], (signal) =>
    mailsift.operator.accounts({ search, page, take: TAKE, signal }),
  )
  const total = accounts.data?.total ?? 0
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const words = String(new FormData(event.currentTarget).get('search')).trim()
    setPage(1)
    setSearch(words)
    saveHistoryText('search', words)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {/* Submitted by Enter, not while typing: each search is an event in the audit trail. */}
      <form onSubmit={submit} className="max-w-md">
        <Field
          label={t.search}
          name="search"
          type="search"
          data-search
          defaultValue={search}
          maxLength={254}
          placeholder={t.searchPlaceholder}
        />
      </form>
      <Listing
        query={accounts}
        label={t.accounts}
        title={format(t.accountCount, { count: total })}
        rows={accounts.data?.items}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={<Empty title={t.noneFound}>{t.noneFoundWhy}</Empty>}
      />
      <Pager page={page} pages={Math.ceil(total / TAKE)} onPage={setPage} />
    </div>
  )
}

const COLUMNS: readonly Column<OperatedAccount>[] = [
  {
    title: t.account,
    kind: 'name',
    cell: ({ id, name, email }) => (
      <>
        <Link
          href={CONSOLE_PATHS.operatedAccount.replace(':accountId', id)}
          className="block max-w-72 truncate font-medium text-accent underline-offset-2 hover:underline"
        >
          {name ?? email}
        </Link>
        {name && <span className="block max-w-72 truncate text-soft">{email}</span>}
      </>
    ),
  },
  { title: t.plan, cell: (account) => <Plan account={account} /> },
  { title: t.members, kind: 'number', cell: ({ members }) => formatCount(members) },
  { title: t.credits, kind: 'number', cell: ({ credits_this_month }) => formatCount(credits_this_month) },
  { title: t.lastUsed, cell: ({ last_used_on }) => (last_used_on ? <Time at={last_used_on} style="day" /> : t.never) },
  { title: t.created, cell: ({ created_at }) => <Time at={created_at} style="day" /> },
]

function Plan({ account: { plan, active } }: { account: OperatedAccount }) {
  if (plan === null) return <span className="text-soft">{t.noPlan}</span>
  return (
    <span className="flex flex-wrap items-center gap-2">
      {plan}
      {!active && <Tag tone="risky">{t.inactive}</Tag>}
    </span>
  )
}
