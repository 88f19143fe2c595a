import { CONSOLE_PATHS } from '@mailsift/contract/console'
import type { Submission } from '@mailsift/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { mailsift } from '../api/client.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Loading } from '../parts/loading.tsx'
import { formatCount, formatShare } from '../parts/numbers.ts'
import { Card, Empty, Page } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { Problem } from '../parts/problem.tsx'
import { saveFile } from '../parts/save.ts'
import { Tag, type Tone } from '../parts/status.tsx'
import { Cell, Head, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'

const t = texts.files
const TAKE = 25
const ENDS = ['completed', 'partial', 'failed', 'expired']
const TONES: Partial<Record<Submission['status'], Tone>> = { completed: 'safe', partial: 'risky', failed: 'unsafe' }
const DAY_MS = 86_400_000

export default function FilesPage() {
  const [page, setPage] = useState(1)
  const list = useQuery({
    queryKey: ['submissions', page],
    queryFn: ({ signal }) => mailsift.account.submissions.list({ page, take: TAKE, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(({ status }) => !ENDS.includes(status)) ? 2_000 : false),
  })
  const items = list.data?.items ?? []
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <ButtonLink look="main" href={CONSOLE_PATHS.clean}>
          {texts.nav.clean}
        </ButtonLink>
      }
    >
      <div className="grid gap-5">
        <Problem error={list.error} onRetry={() => list.refetch()} />
        {list.isPending && !list.error && <Loading />}
        {list.data && (
          <Card flush>
            {items.length === 0 ? (
              <Empty title={t.empty} action={<ButtonLink href={CONSOLE_PATHS.clean}>{texts.nav.clean}</ButtonLink>}>
                {t.emptyWhy}
              </Empty>
            ) : (
              <Table label={t.title}>
                <thead>
                  <tr>
                    <Head>{t.name}</Head>
                    <Head>{t.state}</Head>
                    <Head isNumber>{t.rows}</Head>
                    <Head isNumber>{t.errors}</Head>
                    <Head>{t.submitted}</Head>
                    <Head>{t.expires}</Head>
                    <Head>
                      <span className="sr-only">{texts.tokens.actions}</span>
                    </Head>
                  </tr>
                </thead>
                <tbody>
                  {items.map((item) => (
                    <Row key={item.id} item={item} />
                  ))}
                </tbody>
              </Table>
            )}
          </Card>
        )}
        {list.data && <Pager page={page} pages={Math.ceil(list.data.total / TAKE)} onPage={setPage} />}
      </div>
    </Page>
  )
}

function Row({ item }: { item: Submission }) {
  const { kind, id, filename, status, total, processed, errors, created_at, expires_at, download_ready } = item
  const path = kind === 'group' ? CONSOLE_PATHS.group.replace(':groupId', id) : CONSOLE_PATHS.job.replace(':jobId', id)
  const days = Math.max(0, Math.ceil((Date.parse(expires_at) - Date.now()) / DAY_MS))
  return (
    <tr className="border-t border-line">
      <Cell isName>
        <Link href={path} className="font-medium break-words text-accent underline-offset-2 hover:underline">
          {filename ?? texts.results.jobName(id)}
        </Link>
        <span className="block text-xs text-soft">{item.validate_domain ? t.withDomains : t.withoutDomains}</span>
      </Cell>
      <Cell>
        <Tag tone={TONES[status] ?? (status === 'expired' ? 'plain' : 'accent')}>{texts.results.states[status]}</Tag>
        {!ENDS.includes(status) && total > 0 && (
          <span className="ml-2 text-xs text-soft tabular-nums">{formatShare(processed / total)}</span>
        )}
      </Cell>
      <Cell isNumber>{formatCount(total)}</Cell>
      <Cell isNumber>{formatCount(errors)}</Cell>
      <Cell>
        <Time at={created_at} />
      </Cell>
      <Cell>{status === 'expired' ? <span className="text-soft">{t.gone}</span> : t.days(days)}</Cell>
      <Cell isEnd>{download_ready && <DownloadButton item={item} />}</Cell>
    </tr>
  )
}

/** The service's own CSV, whole. */
function DownloadButton({ item: { kind, id, filename } }: { item: Submission }) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  async function download() {
    setBusy(true)
    setError(undefined)
    try {
      const stream = kind === 'group' ? mailsift.groups.download(id) : mailsift.bulk.download(id)
      saveFile(await new Response(stream).blob(), `${(filename ?? id).replace(/\.\w+$/, '')}.results.csv`)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button onClick={download} disabled={isBusy} aria-label={t.downloadNamed(filename ?? id)}>
        <Download aria-hidden />
        {isBusy ? t.downloading : t.download}
      </Button>
      <Problem error={error} />
    </>
  )
}
