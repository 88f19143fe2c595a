import type { ListDetail, ListProbe } from '@mailsift/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/page.tsx'
import { Notice, Problem } from '../parts/problem.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { format } from '../texts/format.ts'
import { probeUnknown as t } from '../texts/probe-unknown.ts'

const POLL_MS = 5_000

const keyOf = (list: ListDetail) => ['list-probe', list.id]

/** The cost of probing the list, and the progress of the last request. */
export function useListProbe(list: ListDetail) {
  return useQuery({
    queryKey: keyOf(list),
    queryFn: ({ signal }) => mailsift.account.lists.readProbe(list.id, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  })
}

/** Probes the addresses of a finished list whose mailbox is unknown. */
export function ProbeUnknown({ list }: { list: ListDetail }) {
  const client = useQueryClient()
  const { data } = useListProbe(list)
  const begin = useMutation({
    networkMode: 'always',
    mutationFn: (max: number) => mailsift.account.lists.probe(list.id, max),
    onSuccess: (begun) => client.setQueryData(keyOf(list), begun),
  })
  if (!data || data.state === 'not_available' || (data.at === null && data.cost === 0)) return null
  if (data.state === 'running')
    return (
      <Card>
        <ProgressBar
          label={data.requested === 0 ? t.choosing : format(t.running, { count: data.requested })}
          {...(data.requested > 0 && { share: data.ended / data.requested, aside: format(t.ended, data) })}
        />
      </Card>
    )
  return (
    <div className="grid gap-3">
      <Notice tone="plain" role="status" action={data.cost > 0 && <Begin data={data} begin={begin} />}>
        {data.at !== null && data.requested > 0 && <p>{format(t.last, data)}</p>}
        {data.cost > 0 && <p className="font-medium">{format(t.found, { count: data.cost })}</p>}
        <p>{data.cost > 0 ? format(t.cost, data) : data.left_today === 0 ? t.noneLeft : t.nothingLeft}</p>
      </Notice>
      <Problem error={begin.error} />
    </div>
  )
}

function Begin({ data, begin }: { data: ListProbe; begin: { isPending: boolean; mutate(max: number): void } }) {
  return (
    <Button disabled={begin.isPending} onClick={() => begin.mutate(data.cost)}>
      {begin.isPending ? t.sending : t.begin}
    </Button>
  )
}
