import { CONSOLE_PATHS } from '@mailsift/contract/console'
import { type DomainReport, isApiError } from '@mailsift/sdk'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Loading } from '../parts/loading.tsx'
import { Card, Page } from '../parts/page.tsx'
import { Notice, Problem } from '../parts/problem.tsx'
import { domainReport as t } from '../texts/domain-report.ts'
import { Report } from './report.tsx'

/** The domain is part of the URL, so that a report can be linked to. */
export default function DomainPage() {
  const { domain = '' } = useParams<{ domain?: string }>()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState(domain)
  const [isRefused, setRefused] = useState(false)
  const report = useQuery<DomainReport>({
    queryKey: ['domain', domain],
    queryFn: ({ signal }) => mailsift.domain(domain, { signal }),
    enabled: domain !== '',
    staleTime: 60_000,
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const next = typed.trim().toLowerCase()
    const isNoDomain = /[/:@\s]/.test(next)
    setRefused(isNoDomain)
    if (isNoDomain) return
    if (next === domain) report.refetch()
    else if (next) navigate(CONSOLE_PATHS.domain.replace(':domain', encodeURIComponent(next)))
  }

  return (
    <Page title={t.title} lead={t.lead} help="domain">
      <div className="grid gap-5">
        <Card>
          <form onSubmit={submit} className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
            <div>
              <label htmlFor="domain" className="mb-1 block text-sm font-medium">
                {t.field}
              </label>
              <input
                id="domain"
                data-search
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value)
                  setRefused(false)
                }}
                placeholder={t.placeholder}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={255}
                className="block h-9 w-full rounded-md border border-edge bg-paper px-3 font-mono text-[15px] hover:border-soft"
              />
            </div>
            <Button look="main" type="submit" disabled={!typed.trim() || report.isFetching}>
              {report.isFetching ? t.looking : t.look}
              <ArrowRight aria-hidden />
            </Button>
          </form>
        </Card>
        {isRefused || isApiError(report.error, 'invalid_request') ? (
          <Notice tone="unsafe" role="alert">
            {t.invalid}
          </Notice>
        ) : (
          <Problem error={report.error} onRetry={() => report.refetch()} />
        )}
        {report.isLoading && <Loading />}
        {report.data && !isRefused && <Report report={report.data} />}
      </div>
    </Page>
  )
}
