import type { ListEntry } from '@mailsift/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Card, Empty } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { RULES_KEY } from '../parts/rules.ts'
import { Tag } from '../parts/status.tsx'
import { actionsOf, type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { format } from '../texts/format.ts'
import { rules as t } from '../texts/rules.ts'
import { AddEntries } from './add-entries.tsx'

const SHOWN_MAX = 100

export function Lists({ entries, mayEdit }: { entries: readonly ListEntry[]; mayEdit: boolean }) {
  const client = useQueryClient()
  const [search, setSearch] = useState('')
  const remove = useMutation({
    mutationFn: ({ id }: ListEntry) => mailsift.account.listEntries.delete(id),
    // Also after an error: another user may have removed it.
    onSettled: () => client.invalidateQueries({ queryKey: RULES_KEY }),
  })
  const wanted = search.trim().toLowerCase()
  const found = entries.filter(({ entry, key, note }) =>
    [entry, key, note].some((text) => text.toLowerCase().includes(wanted)),
  )
  const shown = found.slice(0, SHOWN_MAX)
  const countOf = (list: ListEntry['list']) => entries.filter((each) => each.list === list).length
  const removeColumn = actionsOf((entry: ListEntry) => (
    <Button
      look="danger"
      disabled={remove.isPending}
      onClick={() => remove.mutate(entry)}
      aria-label={format(t.removeNamed, { entry: entry.entry })}
    >
      {t.remove}
    </Button>
  ))
  return (
    <>
      {mayEdit && <AddEntries />}
      <Card
        flush
        title={t.listsTitle}
        aside={
          <span className="text-sm text-soft">
            {format(t.counts, { allow: countOf('allow'), deny: countOf('deny') })}
          </span>
        }
      >
        {entries.length === 0 ? (
          <Empty title={t.noEntries}>{t.noEntriesWhy}</Empty>
        ) : (
          <>
            <div className="grid gap-3 px-4 py-4 sm:px-5">
              <Field
                label={t.search}
                type="search"
                data-search
                value={search}
                className="max-w-sm"
                onChange={(event) => setSearch(event.target.value)}
              />
              <Problem error={remove.error} />
              <p role="status" className="text-sm text-soft">
                {found.length === 0
                  ? t.noMatch
                  : found.length > shown.length && format(t.shownOf, { shown: shown.length, count: found.length })}
              </p>
            </div>
            {shown.length > 0 && (
              <Table
                label={t.listsTitle}
                columns={mayEdit ? [...COLUMNS, removeColumn] : COLUMNS}
                rows={shown}
                keyOf={({ id }) => id}
              />
            )}
          </>
        )}
      </Card>
    </>
  )
}

const COLUMNS: readonly Column<ListEntry>[] = [
  { title: t.entry, kind: 'name', cell: ({ entry }) => <span className="font-mono break-all">{entry}</span> },
  {
    title: t.list,
    cell: ({ list }) => <Tag tone={list === 'allow' ? 'safe' : 'unsafe'}>{t.lists[list]}</Tag>,
  },
  { title: t.noteColumn, cell: ({ note }) => <span className="wrap-anywhere">{note}</span> },
  { title: t.addedAt, cell: ({ added_at }) => <Time at={added_at} style="day" /> },
]
