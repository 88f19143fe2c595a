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
import { MailboxProbe } from './mailbox-probe.tsx'
import { TraceView, verdictOf } from './trace-view.tsx'

const CopyAs = lazy(() => import('./copy-as.tsx'))
const DomainFacts = lazy(() => import('./domain-facts.tsx'))

export default function CheckPage() {
  const [params] = useSearchParams()
  const [email, setEmail] = useState(params.get('email') ?? '')
  const [wanted, setWanted] = useState(keptPurpose)
  const rules = useRules()
  const saved = rules.data?.policies.find(({ name }) => name === wanted)
  // A policy that was deleted, or is not loaded yet, counts as the first purpose.
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
  const asked = useMutation({
    mutationFn: ({ address, probe = false }: { address: string; probe?: boolean }) =>
      mailsift.insight(address, { validateDomain: true, policy: purpose, probe }),
    networkMode: 'always',
  })
  /** Only the verdict on this very address counts. The service is queried before there is one, too. */
  const isMalformed = typed === address && !trace.isPlaceholderData && trace.data?.ok === false

  useEffect(() => {
    worker.trace.warmUp().catch(() => undefined)
  }, [])

  /** A response belongs to its request. */
  function type(next: string) {
    setEmail(next)
    asked.reset()
  }

  /** For readers of screens: the verdict alone, not with each letter all that led to it. */
  const told = typed !== '' && trace.data && verdictOf(trace.data, asked.data, asked.isError)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (address && !isMalformed) asked.mutate({ address })
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
              asked.reset()
            }}
          />
          <Button look="main" type="submit" disabled={isMalformed || asked.isPending || !address}>
            {asked.isPending ? t.asking : t.ask}
            <ArrowRight aria-hidden />
          </Button>
        </form>
        <p className="mt-2.5 text-sm text-soft">{t.hint}</p>
        {asked.error && (
          <div className="mt-3">
            <Problem error={asked.error} onRetry={() => asked.mutate({ address })} />
          </div>
        )}
      </Card>

      <p role="status" className="sr-only">
        {told && format(t.announced, told)}
      </p>
      <div className="mt-5 grid gap-5">
        <Problem error={trace.error} onRetry={() => trace.refetch()} />
        {typed === '' && <Examples onChoose={type} />}
        {typed !== '' && trace.isPending && !trace.error && <Loading what={verdicts.loadingEngine} />}
        {typed !== '' && trace.data && (
          <TraceView
            trace={trace.data}
            insight={asked.data}
            isDomainUnknown={asked.isError}
            purpose={purpose}
            onSuggestion={type}
          />
        )}
        {asked.isPending && <Loading what={t.askingLong} />}
        {asked.data && <MailboxProbe insight={asked.data} onProbe={() => asked.mutate({ address, probe: true })} />}
        {asked.data && (
          <Suspense fallback={<Loading />}>
            <DomainFacts result={asked.data.result} />
          </Suspense>
        )}
        {typed !== '' && trace.data?.ok && (
          <Suspense>
            <CopyAs email={typed} result={asked.data?.result ?? trace.data.result} />
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
