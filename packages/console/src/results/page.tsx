import { CONSOLE_PATHS } from '@mailsift/contract/console'
import { isApiError, type Submission } from '@mailsift/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { mailsift } from '../api/client.ts'
import { downloadAnswers } from '../api/download-answers.ts'
import { Bars } from '../parts/bars.tsx'
import { ButtonLink } from '../parts/button.tsx'
import { ListPolicyChoice, useListPolicy } from '../parts/list-policy.tsx'
import { Loading } from '../parts/loading.tsx'
import { formatShare } from '../parts/numbers.ts'
import { Card, Empty, Page } from '../parts/page.tsx'
import { Notice, Problem } from '../parts/problem.tsx'
import { common, nav } from '../texts/common.ts'
import { format } from '../texts/format.ts'
import { results as t } from '../texts/results.ts'
import { worker } from '../worker/client.ts'
import type { RowFilter } from '../worker/list.ts'
import type { ResultSource } from '../worker/results.ts'
import { Composer } from './composer.tsx'
import { FailedChildren } from './failed-children.tsx'
import { Progress } from './progress.tsx'
import { Samples } from './samples.tsx'

const ENDS = ['completed', 'partial', 'failed', 'expired']
const FAST_MS = 400
const SLOW_MS = 5_000

/** The results of a group, which came from a file, or of a job, which came from a list by the API. */
export default function ResultsPage() {
  const { groupId, jobId } = useParams<{ groupId?: string; jobId?: string }>()
  const id = groupId ?? jobId ?? ''
  const submission = useQuery({
    queryKey: ['submission', id],
    queryFn: ({ signal }) => mailsift.account.submissions.get(id, { signal }),
    // The service may be away for a while: what was submitted goes on, and so does the looking.
    refetchInterval: ({ state }) =>
      (state.data && ENDS.includes(state.data.status)) || isApiError(state.error, 'not_found')
        ? false
        : state.error
          ? SLOW_MS
          : FAST_MS + 8 * Math.min(500, state.dataUpdateCount),
    refetchIntervalInBackground: true,
  })
  const data = submission.data
  const isGone = isApiError(submission.error, 'not_found')
  return (
    <Page
      title={data ? nameOf(data) : t.title}
      documentTitle={data ? documentTitleOf(data) : t.title}
      lead={data && format(data.validate_domain ? t.withDomains : t.withoutDomains, data)}
      help="results"
      actions={<ButtonLink href={CONSOLE_PATHS.files}>{t.allFiles}</ButtonLink>}
    >
      <div className="grid gap-5">
        {isGone ? (
          <Card>
            <Empty title={t.gone}>{t.goneWhy}</Empty>
          </Card>
        ) : (
          <Problem error={submission.error} onRetry={() => submission.refetch()} />
        )}
        {submission.isPending && !submission.error && <Loading />}
        {data && <State submission={data} />}
      </div>
    </Page>
  )
}

function State({ submission }: { submission: Submission }) {
  const { status, failure, kind, id } = submission
  if (status === 'expired')
    return (
      <Card>
        <Empty title={t.expired} action={<ButtonLink href={CONSOLE_PATHS.clean}>{nav.clean}</ButtonLink>}>
          {t.expiredWhy}
        </Empty>
      </Card>
    )
  if (!ENDS.includes(status)) return <Progress submission={submission} />
  return (
    <>
      {status === 'failed' && (
        <Notice tone="unsafe" role="alert" action={<ButtonLink href={CONSOLE_PATHS.clean}>{nav.clean}</ButtonLink>}>
          <p className="font-medium">{t.failed}</p>
          <p>{failure ?? t.failedWhy}</p>
        </Notice>
      )}
      {status === 'partial' && <Notice tone="risky">{t.partial}</Notice>}
      {kind === 'group' && status !== 'completed' && <FailedChildren groupId={id} />}
      {submission.download_ready && <Answers submission={submission} />}
    </>
  )
}

function Answers({ submission }: { submission: Submission }) {
  const [policy, setPolicy] = useListPolicy()
  const [filter, setFilter] = useState<RowFilter>()
  const { kind, id } = submission
  const source = useQuery({
    queryKey: ['source', id],
    queryFn: async ({ signal }): Promise<ResultSource> => {
      const csv = await downloadAnswers(submission, signal)
      if (kind === 'job') return { id, csv, prefix: '', emailColumn: 'input' }
      const { group } = await mailsift.groups.get(id, { signal })
      return { id, csv, prefix: group.result_prefix ?? '', emailColumn: submission.email_column ?? '' }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const results = useQuery({
    queryKey: ['results', id, policy],
    queryFn: () => worker.results.readResults(source.data!, policy),
    enabled: source.data !== undefined,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  })
  const error = source.error ?? results.error
  if (error) return <Problem error={error} onRetry={() => (source.error ? source.refetch() : results.refetch())} />
  if (!source.data || !results.data) return <Loading what={t.reading} />
  const failedLookups = results.data.counts
    .filter(({ reason }) => reason === 'lookup_failed')
    .reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      {failedLookups > 0 && (
        <Notice tone="risky" role="status" action={<ButtonLink href={CONSOLE_PATHS.clean}>{t.cleanAgain}</ButtonLink>}>
          <p className="font-medium">{format(t.failedLookups, { count: failedLookups })}</p>
          <p>{t.failedLookupsWhy}</p>
        </Notice>
      )}
      <Card
        title={t.byReason}
        aside={<span className="text-sm text-soft">{format(common.rows, { count: results.data.rows })}</span>}
      >
        <div className="grid gap-5">
          <ListPolicyChoice value={policy} onChange={setPolicy} />
          <Bars counts={results.data.counts} filter={filter} onFilter={setFilter} />
        </div>
      </Card>
      <Composer source={source.data} results={results.data} policy={policy} name={submission.filename ?? `${id}.csv`} />
      <Samples results={results.data} filter={filter} emailColumn={source.data.emailColumn} />
    </>
  )
}

const nameOf = ({ filename, id }: Submission) => filename ?? format(t.jobName, { id: id.slice(0, 8) })

function documentTitleOf(submission: Submission): string {
  const { status, processed, total } = submission
  const name = nameOf(submission)
  return !ENDS.includes(status) && total > 0
    ? format(t.documentTitle, { share: formatShare(processed / total), name })
    : name
}
