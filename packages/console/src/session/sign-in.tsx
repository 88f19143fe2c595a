import { lazy, Suspense, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Snippet } from '../parts/copy.tsx'
import { Loading } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { signIn as t } from '../texts/session.ts'
import { OtherWays, useSignInOptions } from './other-ways.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { SignUpOffer } from './sign-up-offer.tsx'

const ForgotPassword = lazy(() => import('./forgot-password.tsx'))
const SignUp = lazy(() => import('./sign-up.tsx'))

export default function SignIn({
  linkError,
  error,
  onRetry,
}: {
  /** Why the link did not sign in. */
  linkError: unknown
  /** Why the session could not be determined. */
  error: unknown
  onRetry(): void
}) {
  const [isTried, setTried] = useState(false)
  const options = useSignInOptions()
  const [isForgotten, setForgotten] = useState(false)
  const [signUpDomains, setSignUpDomains] = useState<readonly string[]>()
  if (signUpDomains)
    return (
      <Suspense fallback={<Loading />}>
        <SignUp domains={signUpDomains} onDone={() => setSignUpDomains(undefined)} />
      </Suspense>
    )
  if (isForgotten)
    return (
      <Suspense fallback={<Loading />}>
        <ForgotPassword onDone={() => setForgotten(false)} />
      </Suspense>
    )
  return (
    <SignInFrame title={t.title}>
      {/* After the first attempt, the form shows its own error. */}
      {!isTried && <Problem error={linkError} />}
      {error ? (
        <Problem error={error} onRetry={onRetry} />
      ) : (
        <>
          {options.password && (
            <>
              <SignInForm onSubmit={() => setTried(true)} />
              <Button onClick={() => setForgotten(true)}>{t.forgot}</Button>
              <SignUpOffer onChoose={setSignUpDomains} />
            </>
          )}
          <OtherWays options={options} />
          <p className="text-sm text-soft">{options.password ? t.noPassword : t.noOtherWay}</p>
          <dl className="-mt-2 grid gap-3">
            {t.linkCommands.map(({ label, command }) => (
              <div key={command} className="min-w-0">
                <dt className="mb-1 text-sm text-soft">{label}</dt>
                <dd>
                  <Snippet text={command} label={label} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </SignInFrame>
  )
}
