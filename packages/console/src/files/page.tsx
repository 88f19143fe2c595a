import { CONSOLE_PATHS } from '@mailsift/contract/console'
import type { SubmittedList } from '@mailsift/sdk'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { mailsift } from '../api/client.ts'
import { downloadAnswers } from '../api/download-answers.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Listing } from '../parts/listing.tsx'
import { formatCount, formatShare } from '../parts/numbers.ts'
import { Empty, Page } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { Problem } from '../parts/problem.tsx'
import { saveFile } from '../parts/save.ts'
import { Tag, type Tone } from '../parts/status.tsx'
import { actionsOf, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { useTextInAddress } from '../parts/url-state.ts'
import { ENDS } from '../results/list-state.ts'
import { fetchSource } from '../results/source.ts'
import { nav } from '../texts/common.ts'
import { files as t } from '../texts/files.ts'
import { format } from '../texts/format.ts'
import { results } from '../texts/results.ts'
import { worker } from '../worker/client.ts'
import { PendingUploads } from './pending-uploads.tsx'

const TAKE = 25
const TONES: Partial<Record<SubmittedList['status'], Tone>> = { completed: 'safe', partial: 'risky', failed: 'unsafe' }
const DAY_MS = 86_400_000

export default function FilesPage() {
  const [text, setText] = useTextInAddress('page')
  const page = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
  const list = useQuery({
    queryKey: ['lists', page],
    queryFn: ({ signal }) => mailsift.account.lists.list({ page, take: TAKE, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status, deleting }) => deleting || !ENDS.includes(status)) ? 2_000 : false,
  })
  const setPage = (next: number) => setText(next === 1 ? '' : String(next))
  const pages = list.data && Math.max(1, Math.ceil(list.data.total / TAKE))
  // The last page of an old URL may no longer exist, because results expire.
  useEffect(() => {
    if (pages && page > pages && !list.isPlaceholderData) setPage(pages)
  })
  return (
    <Page
      title={t.title}
      lead={t.lead}
      help="files"
      actions={
        <ButtonLink look="main" href={CONSOLE_PATHS.clean}>
          {nav.clean}
        </ButtonLink>
      }
    >
      <div className="grid gap-5">
        <PendingUploads />
        <Listing
          query={list}
          label={t.title}
          rows={list.data?.items}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          empty={
            <Empty title={t.empty} action={<ButtonLink href={CONSOLE_PATHS.clean}>{nav.clean}</ButtonLink>}>
              {t.emptyWhy}
            </Empty>
          }
        />
        {pages && <Pager page={page} pages={pages} onPage={setPage} />}
      </div>
    </Page>
  )
}

const COLUMNS: readonly Column<SubmittedList>[] = [
  {
    title: t.name,
    kind: 'name',
    cell: (list) => (
      <>
        <Link href={pathOf(list)} className="font-medium break-words text-accent underline-offset-2 hover:underline">
          {list.name ?? format(results.jobName, { id: list.id.slice(0, 8) })}
        </Link>
        <span className="block text-xs text-soft">{list.validate_domain ? t.withDomains : t.withoutDomains}</span>
        {list.notes && <span className="block truncate text-xs text-soft">{list.notes}</span>}
      </>
    ),
  },
  {
    title: t.state,
    cell: ({ status, processed, total, deleting }) => (
      <>
        <Tag tone={deleting || status === 'expired' ? 'plain' : (TONES[status] ?? 'accent')}>
          {deleting ? t.deleting : results.states[status]}
        </Tag>
        {!ENDS.includes(status) && total > 0 && (
          <span className="ml-2 text-xs text-soft tabular-nums">{formatShare(processed / total)}</span>
        )}
      </>
    ),
  },
  { title: t.rows, kind: 'number', cell: ({ total }) => formatCount(total) },
  { title: t.errors, kind: 'number', cell: ({ errors }) => formatCount(errors) },
  { title: t.submitted, cell: ({ created_at }) => <Time at={created_at} /> },
  {
    title: t.expires,
    cell: ({ status, expires_at }) =>
      status === 'expired' ? (
        <span className="text-soft">{t.gone}</span>
      ) : (
        format(t.days, { count: daysUntil(expires_at) })
      ),
  },
  actionsOf((list) => list.download_ready && !list.deleting && <DownloadButton list={list} />),
]

const pathOf = ({ id, submissions: [first] }: SubmittedList) =>
  first?.submission.kind === 'job'
    ? CONSOLE_PATHS.job.replace(':jobId', id)
    : CONSOLE_PATHS.group.replace(':groupId', id)

const daysUntil = (at: string) => Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / DAY_MS))

/** One file, even if the list was sent in several parts. */
function DownloadButton({ list }: { list: SubmittedList }) {
  const { id, name } = list
  const download = useMutation({
    networkMode: 'always',
    mutationFn: async () => saveFile(await answersOf(list), `${(name ?? id).replace(/\.\w+$/, '')}.results.csv`),
  })
  return (
    <>
      <Button
        onClick={() => download.mutate()}
        disabled={download.isPending}
        aria-label={format(t.downloadNamed, { name: name ?? id })}
      >
        <Download aria-hidden />
        <span className="max-sm:sr-only">{download.isPending ? t.downloading : t.download}</span>
      </Button>
      <Problem error={download.error} />
    </>
  )
}

async function answersOf(list: SubmittedList): Promise<Blob> {
  const [first, ...others] = list.submissions
  if (others.length === 0) return downloadAnswers(first!.submission)
  return worker.results.joinAnswers(await fetchSource(list))
}
