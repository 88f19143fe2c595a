import { CONSOLE_PATHS } from '@mailsift/contract/console'
import type { Contact, EnrichmentState } from '@mailsift/sdk'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Link } from 'wouter'
import { mailsift } from '../api/client.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Choice, Field } from '../parts/field.tsx'
import { Loading } from '../parts/loading.tsx'
import { Card, Empty, Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { Cell, Head, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'
import { StateTag } from './state-tag.tsx'

const t = texts.contacts
const STATES = ['', 'matched', 'no_match', 'pending', 'updating', 'retrying'] as const
const SORTS = ['newest', 'oldest', 'email', 'domain'] as const

export default function ContactsPage() {
  const [search, setSearch] = useState('')
  const [state, setState] = useState<(typeof STATES)[number]>('')
  const [sort, setSort] = useState<(typeof SORTS)[number]>('newest')
  const words = useDeferredValue(search.trim())
  const contacts = useInfiniteQuery({
    queryKey: ['contacts', words, state, sort],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      mailsift.account.contacts.search(
        {
          sort,
          take: 50,
          ...(words && { search: words }),
          ...(state && { state: state as EnrichmentState }),
          ...(pageParam && { cursor: pageParam }),
        },
        { signal },
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const items = contacts.data?.pages.flatMap((page) => page.items) ?? []
  const total = contacts.data?.pages[0]?.total ?? 0
  const isFiltered = words !== '' || state !== ''
  return (
    <Page title={t.title} lead={t.lead}>
      <div className="grid gap-5">
        <Card>
          <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_12rem_12rem]">
            <Field
              label={t.search}
              type="search"
              data-search
              value={search}
              maxLength={200}
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
        <Problem error={contacts.error} onRetry={() => contacts.refetch()} />
        {contacts.isPending && !contacts.error && <Loading />}
        {contacts.data && (
          <Card flush title={t.count(total)}>
            {items.length === 0 ? (
              <Empty
                title={isFiltered ? t.noneFound : t.empty}
                action={!isFiltered && <ButtonLink href={CONSOLE_PATHS.clean}>{texts.nav.clean}</ButtonLink>}
              >
                {isFiltered ? t.noneFoundWhy : t.emptyWhy}
              </Empty>
            ) : (
              <Table label={t.title}>
                <thead>
                  <tr>
                    <Head>{t.contact}</Head>
                    <Head>{t.company}</Head>
                    <Head>{t.state}</Head>
                    <Head>{t.added}</Head>
                  </tr>
                </thead>
                <tbody>
                  {items.map((contact) => (
                    <Row key={contact.id} contact={contact} />
                  ))}
                </tbody>
              </Table>
            )}
          </Card>
        )}
        {contacts.hasNextPage && (
          <div className="flex justify-center">
            <Button disabled={contacts.isFetchingNextPage} onClick={() => contacts.fetchNextPage()}>
              {texts.common.more}
            </Button>
          </div>
        )}
      </div>
    </Page>
  )
}

function Row({ contact }: { contact: Contact }) {
  const { person, company } = contact.enrichment
  const name = [contact.firstName, contact.lastName].filter(Boolean).join(' ') || person.name
  return (
    <tr className="border-t border-line">
      <Cell isName>
        <Link
          href={CONSOLE_PATHS.contact.replace(':contactId', contact.id)}
          className="block max-w-72 truncate font-medium text-accent underline-offset-2 hover:underline"
        >
          {name ?? contact.email}
        </Link>
        {name && <span className="block max-w-72 truncate font-mono text-xs text-soft">{contact.email}</span>}
      </Cell>
      <Cell>
        <span className="block max-w-56 truncate">
          {company.name ?? <span className="text-soft">{contact.domain}</span>}
        </span>
        {person.jobTitle && <span className="block max-w-56 truncate text-xs text-soft">{person.jobTitle}</span>}
      </Cell>
      <Cell>
        <StateTag state={contact.enrichmentState} />
      </Cell>
      <Cell>
        <Time at={contact.createdAt} style="day" />
      </Cell>
    </tr>
  )
}
