import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { lazy, type SubmitEvent, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Loading } from '../parts/loading.tsx'
import { Card, Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { isPreset, keptPurpose, Purpose } from '../parts/purpose.tsx'
import { useRules } from '../parts/rules.ts'
import { check as t } from '../texts/check.ts'
import { format } from '../texts/format.ts'
import { verdicts } from '../texts/verdicts.ts'
import { worker } from '../worker/client.ts'
import { TraceView, verdictOf } from './trace-view.tsx'

const CopyAs = lazy(() => import('./copy-as.tsx'))
const DomainFacts = lazy(() => import('./domain-facts.tsx'))
const MailboxProbe = lazy(() => import('./mailbox-probe.tsx'))

export default function CheckPage() {
  const [params] = useSearchParams()
  const [email, setEmail] = useState(params.get('email') ?? '')
  const [wanted, setWanted] = useState(keptPurpose)
  const rules = useRules()
  const saved = rules.data?.policies.find(({ name }) => name === wanted)
  // A deleted or not yet loaded policy counts as the default purpose.
  const purpose = saved || isPreset(wanted) ? wanted : 'marketing'
  const lists = rules.data?.lists
  const policy = saved ? { ...saved, lists } : { preset: isPreset(purpose) ? purpose : ('marketing' as const), lists }
  const address = email.trim()
  const typed = useDeferredValue(address)
  const trace = useQuery({
    queryKey: ['trace', typed, purpose, rules.dataUpdatedAt],
    queryFn: () => worker.trace.traceAddress(typed, policy),
    enabled: typed !== '',
    placeholderData: (before) => before,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const insight = useMutation({
    mutationFn: ({ address, probe = false }: { address: string; probe?: boolean }) =>
      mailsift.insight(address, { validateDomain: true, policy: purpose, probe }),
    networkMode: 'always',
  })
  /** Only a verdict on this exact address counts. Before there is one, the service may be queried. */
  const isMalformed = typed === address && !trace.isPlaceholderData && trace.data?.ok === false

  useEffect(() => {
    worker.trace.warmUp().catch(() => undefined)
  }, [])

  /** Typing discards the previous response. */
  function type(next: string) {
    setEmail(next)
    insight.reset()
  }

  /** For screen readers: only the verdict, not every step with each letter. */
  const announced = typed !== '' && trace.data && verdictOf(trace.data, insight.data, insight.isError)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (address && !isMalformed) insight.mutate({ address })
  }

  return (
    <Page title={t.title} lead={t.lead} help="check">
      <Card>
        <form onSubmit={submit} className="grid gap-4 md:grid-cols-[minmax(0,1fr)_13rem_auto] md:items-end">
          <div>
            <label htmlFor="address" className="mb-1 block text-sm font-medium">
              {t.field}
            </label>
            <input
              id="address"
              data-search
              value={email}
              onChange={(event) => type(event.target.value)}
              placeholder={t.placeholder}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={400}
              // biome-ignore lint/a11y/noAutofocus: the one field of the page
              autoFocus
              className="block h-9 w-full rounded-md border border-edge bg-paper px-3 font-mono text-[15px] hover:border-soft"
            />
          </div>
          <Purpose
            value={purpose}
            saved={rules.data?.policies}
            onChange={(next) => {
              setWanted(next)
              insight.reset()
            }}
          />
          <Button look="main" type="submit" disabled={isMalformed || insight.isPending || !address}>
            {insight.isPending ? t.asking : t.ask}
            <ArrowRight aria-hidden />
          </Button>
        </form>
        <p className="mt-2.5 text-sm text-soft">{t.hint}</p>
        {insight.error && (
          <div className="mt-3">
            <Problem error={insight.error} onRetry={() => insight.mutate({ address })} />
          </div>
        )}
      </Card>

      <p role="status" className="sr-only">
        {announced && format(t.announced, announced)}
      </p>
      <div className="mt-5 grid gap-5">
        <Problem error={trace.error} onRetry={() => trace.refetch()} />
        {typed === '' && <Examples onChoose={type} />}
        {typed !== '' && trace.isPending && !trace.error && <Loading what={verdicts.loadingEngine} />}
        {typed !== '' && trace.data && (
          <TraceView
            trace={trace.data}
            insight={insight.data}
            isDomainUnknown={insight.isError}
            purpose={purpose}
            onSuggestion={type}
          />
        )}
        {insight.isPending && <Loading what={t.askingLong} />}
        {insight.data && (
          <Suspense fallback={<Loading />}>
            <MailboxProbe insight={insight.data} onProbe={() => insight.mutate({ address, probe: true })} />
            <DomainFacts result={insight.data.result} />
          </Suspense>
        )}
        {typed !== '' && trace.data?.ok && (
          <Suspense>
            <CopyAs email={typed} result={insight.data?.result ?? trace.data.result} />
          </Suspense>
        )}
      </div>
    </Page>
  )
}

function Examples({ onChoose }: { onChoose(email: string): void }) {
  return (
    <Card title={t.examplesTitle}>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {t.examples.map(({ email, why }) => (
          <li key={email}>
            <button
              type="button"
              onClick={() => onChoose(email)}
              className="w-full rounded-md border border-line px-3 py-2.5 text-left transition-colors hover:bg-raised"
            >
              <span className="block truncate font-mono text-sm">{email}</span>
              <span className="block text-sm text-soft">{why}</span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
