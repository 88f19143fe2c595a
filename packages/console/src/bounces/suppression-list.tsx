import type { Suppression, SuppressionFormat, SuppressionReason } from '@mailsift/sdk'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Choice, Field } from '../parts/field.tsx'
import { Listing } from '../parts/listing.tsx'
import { Empty } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { saveFile } from '../parts/save.ts'
import { Tag } from '../parts/status.tsx'
import { actionsOf, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { isAdmin, useLastSession } from '../session/session.ts'
import { bounces } from '../texts/bounces.ts'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { SOURCES, SUPPRESSIONS } from './query-keys.ts'
import { UndoBounces } from './undo.tsx'

const t = bounces.list
const FORMATS = ['csv', 'listmonk', 'mailchimp', 'ses'] as const
type Filter = SuppressionReason | ''

export function SuppressionList() {
  const client = useQueryClient()
  const [reason, setReason] = useState<Filter>('')
  const [removing, setRemoving] = useState<string>()
  const refresh = () => client.invalidateQueries({ queryKey: SUPPRESSIONS })
  const pages = useInfiniteQuery({
    queryKey: [...SUPPRESSIONS, reason],
    queryFn: ({ pageParam }) => mailsift.suppressions.list(reason ? { reason } : {}).page(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const remove = useMutation({
    mutationFn: (email: string) => mailsift.suppressions.remove(email),
    onSuccess: async () => {
      await refresh()
      setRemoving(undefined)
    },
  })
  const rows = pages.data?.pages.flatMap(({ items }) => items)
  const removeColumn = actionsOf(
    ({ email }: Suppression) =>
      email && (
        <Button look="danger" aria-label={format(t.removeNamed, { address: email })} onClick={() => setRemoving(email)}>
          {t.remove}
        </Button>
      ),
  )
  return (
    <div className="grid gap-3">
      <Listing
        query={pages}
        label={t.title}
        title={t.title}
        aside={<Tools reason={reason} onReason={setReason} onAdded={refresh} />}
        rows={rows}
        columns={[...COLUMNS, removeColumn]}
        keyOf={({ email, suppressed_at }) => `${email} ${suppressed_at}`}
        empty={<Empty title={t.empty}>{t.emptyWhy}</Empty>}
      />
      {pages.hasNextPage && (
        <div>
          <Button disabled={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
            {t.more}
          </Button>
        </div>
      )}
      {removing && (
        <Confirm
          title={format(t.removeTitle, { address: isolated(removing) })}
          submit={t.remove}
          error={remove.error}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(removing)}
          onClose={() => setRemoving(undefined)}
        >
          {t.removeWhy}
        </Confirm>
      )}
    </div>
  )
}

function Tools({ reason, onReason, onAdded }: { reason: Filter; onReason(reason: Filter): void; onAdded(): unknown }) {
  const session = useLastSession()
  // Only admins can see the sources.
  const sources = useQuery({
    queryKey: SOURCES,
    queryFn: ({ signal }) => mailsift.bounces.sources.list({ signal }),
    enabled: isAdmin(session?.role),
  })
  const [chosen, setFormat] = useState<SuppressionFormat>('csv')
  const [address, setAddress] = useState('')
  const add = useMutation({
    mutationFn: async (email: string) => {
      const { malformed } = await mailsift.suppressions.add([email])
      if (malformed > 0) throw new Error(t.malformed)
    },
    onSuccess: () => {
      setAddress('')
      onAdded()
    },
  })
  const save = useMutation({
    mutationFn: async () =>
      saveFile(new Blob([await mailsift.suppressions.export(chosen)]), `suppressions-${chosen}.csv`),
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (address.trim()) add.mutate(address.trim())
  }
  const reasons = Object.keys(t.reasons) as SuppressionReason[]
  return (
    <div className="flex flex-wrap items-end gap-2">
      <form onSubmit={submit} className="flex items-end gap-2">
        <Field
          label={t.addLabel}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
          autoComplete="off"
        />
        <Button type="submit" disabled={add.isPending}>
          {t.add}
        </Button>
      </form>
      <Choice
        label={t.filter}
        value={reason}
        onChange={onReason}
        options={[{ value: '', label: t.all }, ...reasons.map((value) => ({ value, label: t.reasons[value] }))]}
      />
      <Choice
        label={t.format}
        value={chosen}
        onChange={setFormat}
        options={FORMATS.map((value) => ({ value, label: t.formats[value] }))}
      />
      <Button disabled={save.isPending} onClick={() => save.mutate()}>
        <Download aria-hidden />
        {t.export}
      </Button>
      <UndoBounces sources={sources.data ?? []} />
      <Problem error={add.error ?? save.error} />
    </div>
  )
}

/** The server's reply and its source. */
function Evidence({ evidence: { reply, origin, source_name, at } }: { evidence: Suppression['evidence'] }) {
  return (
    <span className="grid gap-0.5">
      {reply && (
        <span className="line-clamp-3 font-mono text-xs break-words" title={reply}>
          {reply}
        </span>
      )}
      <span className="text-xs text-soft">
        {origin && `${source_name ?? bounces.origins[origin]}, `}
        <Time at={at} />
      </span>
    </span>
  )
}

const quiet = (text: string) => <span className="text-soft">{text}</span>

const COLUMNS: readonly Column<Suppression>[] = [
  {
    title: t.address,
    kind: 'name',
    cell: ({ email }) => (email ? <span className="font-mono break-all">{email}</span> : quiet(t.deleted)),
  },
  { title: t.reason, cell: ({ reason }) => <Tag tone="plain">{t.reasons[reason]}</Tag> },
  { title: t.evidence, cell: ({ evidence }) => <Evidence evidence={evidence} /> },
  { title: t.since, cell: ({ suppressed_at }) => <Time at={suppressed_at} style="day" /> },
  { title: t.until, cell: ({ expires_at }) => (expires_at ? <Time at={expires_at} style="day" /> : quiet(t.forever)) },
]
