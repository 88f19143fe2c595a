import type { InstallationStatus } from '@mailsift/sdk'
import { mailsift } from '../api/client.ts'
import { Figure } from '../parts/figure.tsx'
import { Loading } from '../parts/loading.tsx'
import { formatCount, formatDuration } from '../parts/numbers.ts'
import { Card, Empty } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { Tag, type Tone } from '../parts/status.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { format } from '../texts/format.ts'
import { operator as t } from '../texts/operator.ts'
import { useOperatorQuery } from './query.ts'

type Task = InstallationStatus['tasks'][number]
type List = InstallationStatus['domain_lists'][number]

export function Overview() {
  const status = useOperatorQuery(['status'], (signal) => mailsift.operator.status({ signal }))
  const facts = status.data
  if (status.error) return <Problem error={status.error} onRetry={() => status.refetch()} />
  if (!facts) return <Loading />
  const waiting = facts.tasks.filter(({ state }) => state === 'waiting')
  const oldest = Math.max(0, ...waiting.map(({ oldest_seconds }) => oldest_seconds))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure label={t.accounts} value={facts.accounts} />
        <Figure label={t.people} value={facts.people} />
        <Figure label={t.workers} value={facts.workers} />
        <Figure label={t.unfinished} value={facts.unfinished_lists} />
        <Figure
          label={t.waiting}
          value={waiting.reduce((sum, { count }) => sum + count, 0)}
          note={waiting.length > 0 && format(t.waitingSince, { duration: formatDuration(oldest) })}
        />
        <Figure label={t.quarantined} value={facts.tasks_quarantined} />
        <Figure label={t.undelivered} value={facts.undelivered_events} />
      </div>
      <Card flush title={t.queue}>
        {facts.tasks.length === 0 ? (
          <Empty title={t.queueEmpty}>{t.queueEmptyWhy}</Empty>
        ) : (
          <Table label={t.queue} columns={TASKS} rows={facts.tasks} keyOf={({ task, state }) => `${task} ${state}`} />
        )}
      </Card>
      <Card flush title={t.lists}>
        {facts.domain_lists.length === 0 ? (
          <Empty title={t.listsEmpty}>{t.listsEmptyWhy}</Empty>
        ) : (
          <Table label={t.lists} columns={LISTS} rows={facts.domain_lists} keyOf={({ url }) => url} />
        )}
      </Card>
      <p className="text-sm text-soft">
        {format(t.version, { version: facts.version })} · <Time at={facts.at} />
      </p>
    </div>
  )
}

const TONES: Record<Task['state'], Tone> = {
  waiting: 'plain',
  scheduled: 'plain',
  running: 'accent',
  exhausted: 'unsafe',
}

const TASKS: readonly Column<Task>[] = [
  { title: t.task, kind: 'name', cell: ({ task }) => <code className="font-mono">{task}</code> },
  { title: t.state, cell: ({ state }) => <Tag tone={TONES[state]}>{t.states[state]}</Tag> },
  { title: t.count, kind: 'number', cell: ({ count }) => formatCount(count) },
  {
    title: t.oldest,
    kind: 'number',
    // A scheduled task is not waiting yet.
    cell: ({ state, oldest_seconds }) => (state === 'scheduled' ? '–' : formatDuration(oldest_seconds)),
  },
]

const isGood = ({ outcome }: List) => outcome === 'fetched' || outcome === 'unchanged'

const LISTS: readonly Column<List>[] = [
  {
    title: t.list,
    kind: 'name',
    cell: ({ list, url }) => (
      <span className="block max-w-72 truncate" title={url}>
        {list}
      </span>
    ),
  },
  {
    title: t.outcome,
    cell: (list) => (
      <span className="flex flex-wrap items-center gap-2">
        <Tag tone={isGood(list) ? 'safe' : 'risky'}>{list.outcome.replaceAll('_', ' ')}</Tag>
        <Time at={list.checked_at} style="ago" />
      </span>
    ),
  },
  { title: t.kept, kind: 'number', cell: ({ kept }) => formatCount(kept) },
  { title: t.goodSince, cell: ({ fetched_at }) => (fetched_at ? <Time at={fetched_at} style="ago" /> : t.never) },
]
