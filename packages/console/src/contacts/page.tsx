import { CONSOLE_PATHS } from '@mailsift/contract/console'
import { CONTACT_SEARCH_MAX_CHARACTERS } from '@mailsift/contract/limits'
import type { Contact, EnrichmentState } from '@mailsift/sdk'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { mailsift } from '../api/client.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Choice, Field } from '../parts/field.tsx'
import { focusAgain } from '../parts/focus.ts'
import { keepBesideAddress, keptBesideAddress, useInAddress } from '../parts/in-address.ts'
import { Listing } from '../parts/listing.tsx'
import { Card, Empty, Page } from '../parts/page.tsx'
import type { Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { common, nav } from '../texts/common.ts'
import { contacts as t } from '../texts/contacts.ts'
import { format } from '../texts/format.ts'
import { StateTag } from './state-tag.tsx'

const STATES = ['', 'matched', 'no_match', 'pending', 'updating', 'retrying'] as const
const SORTS = ['newest', 'oldest', 'email', 'domain'] as const

export default function ContactsPage() {
  const [search, setSearch] = useState(() => keptBesideAddress('search'))
  const [state, setState] = useInAddress('state', STATES, '')
  const [sort, setSort] = useInAddress('sort', SORTS, 'newest')
  const words = useDeferredValue(search.trim())
  useEffect(() => keepBesideAddress('search', words), [words])
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
  const total = contacts.data?.pages[0]?.total ?? 0
  const { hasNextPage } = contacts
  useEffect(() => {
    if (!hasNextPage) focusAgain(document.querySelector('main section[tabindex]'))
  }, [hasNextPage])
  const isFiltered = words !== '' || state !== ''
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
        <Listing
          query={contacts}
          label={t.title}
          title={isFiltered ? t.matching : format(t.count, { count: total })}
          rows={contacts.data?.pages.flatMap((page) => page.items)}
          columns={COLUMNS}
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
            {/* Not disabled while it loads: that would take the focus from it. */}
            <Button onClick={() => contacts.fetchNextPage({ cancelRefetch: false })}>{common.more}</Button>
          </div>
        )}
      </div>
    </Page>
  )
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
