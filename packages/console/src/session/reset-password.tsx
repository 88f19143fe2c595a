import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Notice } from '../parts/problem.tsx'
import { signIn as t } from '../texts/session.ts'
import { NewPasswordForm } from './password-form.tsx'
import { useRefreshSession } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

type ResetPasswordProps = { secret: string; why?: string; onDone(): void }

export default function ResetPassword({ secret, why, onDone }: ResetPasswordProps) {
  const [isSet, setIsSet] = useState(false)
  const refresh = useRefreshSession()
  return (
    <SignInFrame title={t.resetTitle}>
      {why && !isSet && <p className="text-soft">{why}</p>}
      {isSet ? (
        <>
          <Notice tone="safe" role="status">
            {t.resetDone}
          </Notice>
          <SignInForm onDone={onDone} />
        </>
      ) : (
        <NewPasswordForm
          submit={t.resetSubmit}
          onSubmit={async (password) => {
            await mailsift.account.resetPassword(secret, password)
            await refresh()
            setIsSet(true)
          }}
        />
      )}
    </SignInFrame>
  )
}
