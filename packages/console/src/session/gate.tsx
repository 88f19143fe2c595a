// What stands before the pages: signing in, by link or by password. Once inside, a session that ends asks again above the
// page, which stays as it is.
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Loading } from '../parts/loading.tsx'
import { Notice, Problem } from '../parts/problem.tsx'
import { Brand } from '../shell/brand.tsx'
import { texts } from '../texts.ts'
import { takeLink } from './link.ts'
import { NewPasswordForm } from './password-form.tsx'
import { SESSION_KEY, useRefreshSession, useSession } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'

const SignInAgain = lazy(() => import('./sign-in-again.tsx'))

// Read once, before React can run anything twice.
const link = takeLink()

export function Gate({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [exchange, setExchange] = useState<'idle' | 'running' | { failed: unknown }>(
    link?.purpose === 'sign-in' ? 'running' : 'idle',
  )
  const session = useSession(exchange !== 'running')
  const [isReset, setReset] = useState(link?.purpose === 'reset')
  const wasInside = useRef<string>(undefined)

  useEffect(() => {
    if (link?.purpose !== 'sign-in' || isSpent) return
    isSpent = true
    mailsift.account
      .signInByLink(link.secret)
      .then(() => client.invalidateQueries({ queryKey: SESSION_KEY }))
      .then(
        () => setExchange('idle'),
        (failed) => setExchange({ failed }),
      )
  }, [client])

  const accountId = session.data?.account.id
  // Another person's pages must not show through.
  if (accountId && wasInside.current && wasInside.current !== accountId) client.clear()
  if (accountId) wasInside.current = accountId

  if (exchange === 'running') return <Threshold title={texts.signIn.byLink} isBusy />
  if (isReset && link) return <ResetPassword secret={link.secret} onDone={() => setReset(false)} />
  if (session.isPending) return <Loading />
  if (accountId || wasInside.current)
    return (
      <>
        {children}
        {session.data === null && (
          <Suspense>
            <SignInAgain />
          </Suspense>
        )}
      </>
    )
  return (
    <Threshold title={texts.signIn.title}>
      {typeof exchange === 'object' && <Problem error={exchange.failed} />}
      {session.error ? (
        <Problem error={session.error} onRetry={() => session.refetch()} />
      ) : (
        <>
          <SignInForm />
          <p className="text-sm text-soft">{texts.signIn.noPassword}</p>
          <pre className="-mt-3 overflow-x-auto rounded-md bg-raised p-2.5 font-mono text-xs">
            {texts.signIn.linkCommand}
          </pre>
        </>
      )}
    </Threshold>
  )
}

/** React may mount a component twice; the link works once. */
let isSpent = false

function ResetPassword({ secret, onDone }: { secret: string; onDone(): void }) {
  const [isSet, setIsSet] = useState(false)
  const refresh = useRefreshSession()
  return (
    <Threshold title={texts.signIn.resetTitle}>
      {isSet ? (
        <>
          <Notice tone="safe" role="status">
            {texts.signIn.resetDone}
          </Notice>
          <SignInForm onDone={onDone} />
        </>
      ) : (
        <NewPasswordForm
          submit={texts.signIn.resetSubmit}
          onSubmit={async (password) => {
            await mailsift.account.resetPassword(secret, password)
            await refresh()
            setIsSet(true)
          }}
        />
      )}
    </Threshold>
  )
}

function Threshold({ title, isBusy = false, children }: { title: string; isBusy?: boolean; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Mailsift`
  }, [title])
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-5 px-5 py-10">
      <Brand />
      <h1>{title}</h1>
      {isBusy ? <Loading what={texts.signIn.byLink} /> : children}
    </main>
  )
}
