import { CONSOLE_PATHS } from '@mailsift/contract/console'
import { useQuery } from '@tanstack/react-query'
import { Check, Circle } from 'lucide-react'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { isAdmin, useLastSession } from '../session/session.ts'
import { checklist as t } from '../texts/checklist.ts'
import { format } from '../texts/format.ts'

const KEY = 'mailsift.no-checklist'

type Step = { name: keyof typeof t.steps; isDone: boolean; href: string }

/** The first steps of an account, until they are done or hidden. */
export default function Checklist() {
  const [isHidden, setHidden] = useState(() => localStorage.getItem(KEY) !== null)
  const canManage = isAdmin(useLastSession()?.role)
  const steps = useQuery({
    queryKey: ['checklist', canManage],
    queryFn: ({ signal }) => readSteps(canManage, signal),
    enabled: !isHidden,
    // Refetched, so that a step done elsewhere is checked when the user returns.
    staleTime: 0,
  })
  const done = steps.data?.filter(({ isDone }) => isDone).length ?? 0
  if (isHidden || !steps.data || done === steps.data.length) return null
  function hide() {
    localStorage.setItem(KEY, 'hidden')
    setHidden(true)
  }
  return (
    <div className="mx-auto max-w-6xl px-4 pt-4 sm:px-8">
      <section aria-labelledby="checklist" className="rounded-lg border border-line bg-paper p-4 shadow-low sm:px-5">
        <header className="flex flex-wrap items-center justify-between gap-2">
          <h2 id="checklist">{t.title}</h2>
          <span className="flex items-center gap-3 text-sm text-soft">
            {format(t.progress, { done, count: steps.data.length })}
            <Button look="quiet" onClick={hide}>
              {t.dismiss}
            </Button>
          </span>
        </header>
        <ol className="mt-2 grid gap-3 sm:grid-cols-3">
          {steps.data.map(({ name, isDone, href }) => (
            <li key={name} className="flex items-start gap-2.5">
              {isDone ? (
                <Check className="mt-0.5 size-5 shrink-0 text-safe" aria-label={t.done} />
              ) : (
                <Circle className="mt-0.5 size-5 shrink-0 text-soft" aria-hidden />
              )}
              <div className="min-w-0">
                <p className="font-medium">{t.steps[name].title}</p>
                <p className="text-sm text-soft">{t.steps[name].why}</p>
                {!isDone && (
                  <ButtonLink href={href} className="mt-2">
                    {t.steps[name].action}
                  </ButtonLink>
                )}
              </div>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

async function readSteps(canManage: boolean, signal: AbortSignal): Promise<Step[]> {
  const { account } = mailsift
  const [lists, tokens, keys] = await Promise.all([
    account.submissions.list({ take: 1, signal }),
    canManage ? account.tokens.list({ signal }) : undefined,
    canManage ? account.siteKeys.list({ signal }) : undefined,
  ])
  const steps: Step[] = [{ name: 'list', isDone: lists.total > 0, href: `${CONSOLE_PATHS.clean}?sample=1` }]
  // The installation's own token has no creator.
  if (tokens)
    steps.push({
      name: 'token',
      isDone: tokens.items.some(({ created_by }) => created_by !== null),
      href: CONSOLE_PATHS.tokens,
    })
  if (keys)
    steps.push({
      name: 'guard',
      isDone: keys.items.some(({ revoked_at }) => revoked_at === null),
      href: `${CONSOLE_PATHS.tokens}#site-keys`,
    })
  return steps
}
