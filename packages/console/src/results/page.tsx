import { CONSOLE_PATHS } from '@mailsift/contract/console'
import { isApiError, type ListDetail } from '@mailsift/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { mailsift } from '../api/client.ts'
import { ButtonLink } from '../parts/button.tsx'
import { Loading } from '../parts/loading.tsx'
import { formatShare } from '../parts/numbers.ts'
import { Card, Empty, Page } from '../parts/page.tsx'
import { Notice, Problem } from '../parts/problem.tsx'
import { nav } from '../texts/common.ts'
import { format } from '../texts/format.ts'
import { results as t } from '../texts/results.ts'
import { Answers } from './answers.tsx'
import { DeleteList } from './delete-list.tsx'
import { EditList } from './edit-list.tsx'
import { FailedChildren } from './failed-children.tsx'
import { ENDS, listKey, runningRetry } from './list-state.ts'
import { Progress } from './progress.tsx'
import { StopList } from './stop-list.tsx'

const FAST_MS = 400
const SLOW_MS = 5_000

/** The results of a list, in one or more parts, or of a job submitted through the API. */
export default function ResultsPage() {
  const { groupId, jobId } = useParams<{ groupId?: string; jobId?: string }>()
  const id = groupId ?? jobId ?? ''
  const list = useQuery({
    queryKey: listKey(id),
    queryFn: ({ signal }) => mailsift.account.lists.get(id, { signal }),
    // The service may be unreachable for a while: submitted work continues, and so does polling.
    refetchInterval: ({ state }) =>
      (state.data && isAtRest(state.data)) || isApiError(state.error, 'not_found')
        ? false
        : state.error
          ? SLOW_MS
          : FAST_MS + 8 * Math.min(500, state.dataUpdateCount),
    refetchIntervalInBackground: true,
  })
  const isGone = isApiError(list.error, 'not_found')
  const data = isGone ? undefined : list.data
  return (
    <Page
      title={data ? nameOf(data) : t.title}
      documentTitle={data ? documentTitleOf(data) : t.title}
      lead={
        data && (
          <>
            {format(data.validate_domain ? t.withDomains : t.withoutDomains, data)}
            {data.notes && <span className="mt-1 block whitespace-pre-wrap wrap-anywhere text-ink">{data.notes}</span>}
          </>
        )
      }
      help="results"
      actions={
        <>
          {data && !data.deleting && (
            <>
              {isRunning(data) && !data.stopped && <StopList list={data} />}
              <EditList list={data} />
              <DeleteList list={data} />
            </>
          )}
          <ButtonLink href={CONSOLE_PATHS.files}>{t.allFiles}</ButtonLink>
        </>
      }
    >
      <div className="grid gap-5">
        {isGone ? (
          <Card>
            <Empty title={t.gone}>{t.goneWhy}</Empty>
          </Card>
        ) : (
          <Problem error={list.error} onRetry={() => list.refetch()} />
        )}
        {list.isPending && !list.error && <Loading />}
        {data && <State list={data} />}
      </div>
    </Page>
  )
}

const isRunning = (list: ListDetail) => list.submissions.some(({ submission }) => !ENDS.includes(submission.status))

const isAtRest = (list: ListDetail) => ENDS.includes(list.status) && !runningRetry(list) && !list.deleting

function State({ list }: { list: ListDetail }) {
  const { status, failure, stopped, deleting, submissions } = list
  if (deleting) return <Notice tone="plain">{t.deleting}</Notice>
  if (status === 'expired')
    return (
      <Card>
        <Empty title={t.expired} action={<ButtonLink href={CONSOLE_PATHS.clean}>{nav.clean}</ButtonLink>}>
          {t.expiredWhy}
        </Empty>
      </Card>
    )
  if (!ENDS.includes(status))
    return (
      <>
        {stopped && <Notice tone="plain">{t.stopping}</Notice>}
        <Progress list={list} />
      </>
    )
  const partial = submissions.filter(
    ({ round, submission }) => round === 0 && submission.kind === 'group' && submission.status !== 'completed',
  )
  return (
    <>
      {stopped && status !== 'completed' && (
        <Notice tone="plain">
          <p className="font-medium">{t.stopped}</p>
          <p>{status === 'failed' ? t.stoppedEarly : t.stoppedWhy}</p>
        </Notice>
      )}
      {status === 'failed' && !stopped && (
        <Notice tone="unsafe" role="alert" action={<ButtonLink href={CONSOLE_PATHS.clean}>{nav.clean}</ButtonLink>}>
          <p className="font-medium">{t.failed}</p>
          <p>{failure ?? t.failedWhy}</p>
        </Notice>
      )}
      {status === 'partial' && !stopped && <Notice tone="risky">{t.partial}</Notice>}
      {partial.map(({ submission }) => (
        <FailedChildren key={submission.id} groupId={submission.id} />
      ))}
      {list.download_ready && <Answers list={list} />}
    </>
  )
}

const nameOf = ({ name, id }: ListDetail) => name ?? format(t.jobName, { id: id.slice(0, 8) })

function documentTitleOf(list: ListDetail): string {
  const { status, processed, total } = list
  const name = nameOf(list)
  return !ENDS.includes(status) && total > 0
    ? format(t.documentTitle, { share: formatShare(processed / total), name })
    : name
}
