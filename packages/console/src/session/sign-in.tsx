import { Snippet } from '../parts/copy.tsx'
import { Problem } from '../parts/problem.tsx'
import { signIn as t } from '../texts/session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { Threshold } from './threshold.tsx'

export default function SignIn({
  linkError,
  error,
  onRetry,
}: {
  /** Why the link that was followed did not sign in. */
  linkError: unknown
  /** Why it is not known who is signed in. */
  error: unknown
  onRetry(): void
}) {
  return (
    <Threshold title={t.title}>
      <Problem error={linkError} />
      {error ? (
        <Problem error={error} onRetry={onRetry} />
      ) : (
        <>
          <SignInForm />
          <p className="text-sm text-soft">{t.noPassword}</p>
          <div className="-mt-3">
            <Snippet text={t.linkCommand} label={t.linkLabel} />
          </div>
        </>
      )}
    </Threshold>
  )
}
