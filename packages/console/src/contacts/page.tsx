import { CONSOLE_PATHS } from '@mailsift/contract/console'
import { CONTACT_SEARCH_MAX_CHARACTERS, CONTACTS_DELETE_MAX_COUNT } from '@mailsift/contract/limits'
import type { Contact, ContactCount, EnrichmentState } from '@mailsift/sdk'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { mailsift } from '../api/client.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Choice, Field } from '../parts/field.tsx'
import { focusAgain } from '../parts/focus.ts'
import { Listing } from '../parts/listing.tsx'
import { Card, Empty, Page } from '../parts/page.tsx'
import { Notice } from '../parts/problem.tsx'
import type { Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { historyText, saveHistoryText, useUrlState } from '../parts/url-state.ts'
import { canEdit, useSession } from '../session/session.ts'
import { common, nav } from '../texts/common.ts'
import { contacts as t } from '../texts/contacts.ts'
import { format } from '../texts/format.ts'
import { DeleteMany, type Doomed } from './delete-many.tsx'
import { ExportContacts } from './export-contacts.tsx'
import { StateTag } from './state-tag.tsx'

const STATES = ['', 'matched', 'no_match', 'pending', 'updating', 'retrying'] as const
const SORTS = ['newest', 'oldest', 'email', 'domain'] as const

export default function ContactsPage() {
  const [search, setSearch] = useState(() => historyText('search'))
  const [state, setState] = useUrlState('state', STATES, '')
  const [sort, setSort] = useUrlState('sort', SORTS, 'newest')
  const words = useDeferredValue(search.trim())
  useEffect(() => saveHistoryText('search', words), [words])
  const contacts = useInfiniteQuery({
    queryKey: ['contacts', words, state, sort],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      mailsift.contacts
        .search({
          sort,
          take: 50,
          ...(words && { search: words }),
          ...(state && { state: state as EnrichmentState }),
          signal,
        })
        .page(pageParam || undefined),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const filter = { ...(words && { search: words }), ...(state && { state: state as EnrichmentState }) }
  const isFiltered = words !== '' || state !== ''
  const matching = useQuery({
    queryKey: ['contacts', 'count', words, state],
    queryFn: ({ signal }) => mailsift.contacts.count({ ...filter, signal }),
    enabled: isFiltered,
    placeholderData: keepPreviousData,
  })
  const mayEdit = canEdit(useSession().data?.role)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [doomed, setDoomed] = useState<Doomed>()
  const [deleted, setDeleted] = useState(0)
  const total = contacts.data?.pages[0]?.total ?? 0
  const { hasNextPage } = contacts
  useEffect(() => {
    if (!hasNextPage) focusAgain(document.querySelector('main section[tabindex]'))
  }, [hasNextPage])
  const rows = contacts.data?.pages.flatMap((page) => page.items)
  // Only visible rows: a selection hidden by a search would be deleted unseen.
  const chosen = rows?.filter(({ id }) => selected.has(id)).map(({ id }) => id) ?? []
  function toggle(id: string) {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  const selectColumn: Column<Contact> = {
    title: t.select,
    cell: ({ id, email }) => (
      <input
        type="checkbox"
        className="size-4 accent-accent"
        aria-label={format(t.selectNamed, { email })}
        checked={selected.has(id)}
        onChange={() => toggle(id)}
      />
    ),
  }
  const found = isFiltered ? matching.data : undefined
  return (
    <Page title={t.title} lead={t.lead} help="contacts">
      <div className="grid gap-5">
        <Card>
          <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_12rem_12rem]">
            <Field
              label={t.search}
              type="search"
              data-search
              value={search}
              maxLength={CONTACT_SEARCH_MAX_CHARACTERS}
              placeholder={t.searchPlaceholder}
              onChange={(event) => setSearch(event.target.value)}
            />
            <Choice
              label={t.state}
              value={state}
              options={STATES.map((value) => ({ value, label: value ? t.states[value] : t.anyState }))}
              onChange={setState}
            />
            <Choice
              label={t.sort}
              value={sort}
              options={SORTS.map((value) => ({ value, label: t.sorts[value] }))}
              onChange={setSort}
            />
          </div>
        </Card>
        {deleted > 0 && (
          <Notice tone="safe" role="status">
            {format(t.deleted, { count: deleted })}
          </Notice>
        )}
        {total > 0 && (
          <div className="flex flex-wrap items-end justify-between gap-3">
            <ExportContacts filter={filter} sort={sort} isFiltered={isFiltered} />
            {mayEdit && (
              <div className="flex flex-wrap gap-2">
                {chosen.length > 0 && (
                  <Button
                    look="danger"
                    onClick={() => setDoomed({ contact_ids: chosen, expected_count: chosen.length })}
                  >
                    {format(t.deleteSelected, { count: chosen.length })}
                  </Button>
                )}
                {found?.is_exact && found.count > 0 && found.count <= CONTACTS_DELETE_MAX_COUNT && (
                  <Button look="danger" onClick={() => setDoomed({ ...filter, expected_count: found.count })}>
                    {format(t.deleteMatching, { count: found.count })}
                  </Button>
                )}
              </div>
            )}
          </div>
        )}
        <Listing
          query={contacts}
          label={t.title}
          title={titleOf(isFiltered, total, matching.data)}
          rows={rows}
          columns={mayEdit ? [selectColumn, ...COLUMNS] : COLUMNS}
          keyOf={({ id }) => id}
          empty={
            <Empty
              title={isFiltered ? t.noneFound : t.empty}
              action={!isFiltered && <ButtonLink href={CONSOLE_PATHS.clean}>{nav.clean}</ButtonLink>}
            >
              {isFiltered ? t.noneFoundWhy : t.emptyWhy}
            </Empty>
          }
        />
        {hasNextPage && (
          <div className="flex justify-center">
            {/* Not disabled while loading, which would lose the focus. */}
            <Button onClick={() => contacts.fetchNextPage({ cancelRefetch: false })}>{common.more}</Button>
          </div>
        )}
      </div>
      {doomed && (
        <DeleteMany
          doomed={doomed}
          onDeleted={(count) => {
            setDeleted(count)
            setSelected(new Set())
          }}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </Page>
  )
}

function titleOf(isFiltered: boolean, total: number, matching: ContactCount | undefined): string {
  if (!isFiltered) return format(t.count, { count: total })
  if (!matching) return t.matchingUnknown
  return format(matching.is_exact ? t.matching : t.matchingAtLeast, { count: matching.count })
}

const COLUMNS: readonly Column<Contact>[] = [
  {
    title: t.contact,
    kind: 'name',
    cell: ({ id, email, firstName, lastName, enrichment: { person } }) => {
      const name = [firstName, lastName].filter(Boolean).join(' ') || person.name
      return (
        <>
          <Link
            href={CONSOLE_PATHS.contact.replace(':contactId', id)}
            className="block max-w-72 truncate font-medium text-accent underline-offset-2 hover:underline"
          >
            {name ?? email}
          </Link>
          {name && <span className="block max-w-72 truncate font-mono text-xs text-soft">{email}</span>}
        </>
      )
    },
  },
  {
    title: t.company,
    cell: ({ domain, enrichment: { person, company } }) => (
      <>
        <span className="block max-w-56 truncate">{company.name ?? <span className="text-soft">{domain}</span>}</span>
        {person.jobTitle && <span className="block max-w-56 truncate text-xs text-soft">{person.jobTitle}</span>}
      </>
    ),
  },
  { title: t.state, cell: ({ enrichmentState }) => <StateTag state={enrichmentState} /> },
  { title: t.added, cell: ({ createdAt }) => <Time at={createdAt} style="day" /> },
]
