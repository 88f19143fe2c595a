// The sign-in in front of the pages, by link or by password. When a session ends later, the sign-in opens above the
// page, which keeps its state.
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Loading } from '../parts/loading.tsx'
import { common } from '../texts/common.ts'
import { takeLink } from './link.ts'
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
  const [isReset, setReset] = useState(link?.purpose === 'reset')
  const [isSigningUp, setSigningUp] = useState(link?.purpose === 'sign-up')
  const [isConfirming, setConfirming] = useState(link?.purpose === 'confirm')
  const [isInvited, setInvited] = useState(link?.purpose === 'invitation')
  const [isReturning, setReturning] = useState(link?.purpose.startsWith('sso'))
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
  if (isReset && link)
    return (
      <Suspense fallback={<Loading />}>
        <ResetPassword secret={link.secret} onDone={() => setReset(false)} />
      </Suspense>
    )
  if (isSigningUp && link)
    return (
      <Suspense fallback={<Loading />}>
        <ConfirmSignUp secret={link.secret} onDone={() => setSigningUp(false)} />
      </Suspense>
    )
  if (isConfirming && link)
    return (
      <Suspense fallback={<Loading />}>
        <ConfirmAddress secret={link.secret} onDone={() => setConfirming(false)} />
      </Suspense>
    )
  if (isInvited && link)
    return (
      <Suspense fallback={<Loading />}>
        <InvitationPage secret={link.secret} onDone={() => setInvited(false)} />
      </Suspense>
    )
  if (isReturning && link)
    return (
      <Suspense fallback={<Loading />}>
        <SingleSignOn ticket={link.secret} isLink={link.purpose === 'sso-link'} onDone={() => setReturning(false)} />
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

/** React may mount a component twice, but the link works only once. */
let isSpent = false
