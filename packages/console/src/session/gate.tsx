// The sign-in in front of the pages, by link or by password. When a session ends later, the sign-in opens above the
// page, which keeps its state.
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Loading } from '../parts/loading.tsx'
import { common } from '../texts/common.ts'
import { type Link, takeLink } from './link.ts'
import { SESSION_KEY, useSession } from './session.ts'

// Signed-in visitors load none of these.
const SignIn = lazy(() => import('./sign-in.tsx'))
const SignInAgain = lazy(() => import('./sign-in-again.tsx'))
const InvitationPage = lazy(() => import('./invitation.tsx'))
const ConfirmSignUp = lazy(() => import('./confirm-sign-up.tsx'))
const ResetPassword = lazy(() => import('./reset-password.tsx'))
const ConfirmAddress = lazy(() => import('./confirm-address.tsx'))
const RequiredSecondFactor = lazy(() => import('./required-second-factor.tsx'))
const SingleSignOn = lazy(() => import('./single-sign-on.tsx'))

// Read once, at load: React may run effects twice.
const link = takeLink()

export function Gate({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [exchange, setExchange] = useState<'idle' | 'running' | { failed: unknown }>(
    link?.purpose === 'sign-in' ? 'running' : 'idle',
  )
  const session = useSession(exchange !== 'running')
  /** Every other link opens its page before the console. */
  const [isOpening, setOpening] = useState(link !== undefined && link.purpose !== 'sign-in')
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
  // Another person's pages must not be visible.
  if (accountId && wasInside.current && wasInside.current !== accountId) {
    location.reload()
    return <Loading />
  }
  if (accountId) wasInside.current = accountId

  if (exchange === 'running') return <Loading what={common.signingIn} />
  if (isOpening && link)
    return (
      <Suspense fallback={<Loading />}>
        <LinkPage link={link} onDone={() => setOpening(false)} />
      </Suspense>
    )
  if (session.isPending) return <Loading />
  if (session.data?.second_factor_missing)
    return (
      <Suspense fallback={<Loading />}>
        <RequiredSecondFactor />
      </Suspense>
    )
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
    <Suspense fallback={<Loading />}>
      <SignIn
        linkError={typeof exchange === 'object' ? exchange.failed : undefined}
        error={session.error}
        onRetry={() => session.refetch()}
      />
    </Suspense>
  )
}

function LinkPage({ link: { purpose, secret }, onDone }: { link: Link; onDone(): void }) {
  if (purpose === 'reset') return <ResetPassword secret={secret} onDone={onDone} />
  if (purpose === 'sign-up') return <ConfirmSignUp secret={secret} onDone={onDone} />
  if (purpose === 'confirm') return <ConfirmAddress secret={secret} onDone={onDone} />
  if (purpose === 'invitation') return <InvitationPage secret={secret} onDone={onDone} />
  return <SingleSignOn ticket={secret} isLink={purpose === 'sso-link'} onDone={onDone} />
}

/** React may mount a component twice, but the link works only once. */
let isSpent = false
