import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Notice, Problem } from '../parts/problem.tsx'
import { signIn, forgotPassword as t } from '../texts/session.ts'
import { SignInFrame } from './sign-in-frame.tsx'

/** Shows the same text whether or not the person exists. */
export default function ForgotPassword({ onDone }: { onDone(): void }) {
  const request = useMutation({
    networkMode: 'always',
    mutationFn: (email: string) => mailsift.account.requestPasswordReset(email),
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    request.mutate(String(new FormData(event.currentTarget).get('email')).trim())
  }
  return (
    <SignInFrame title={t.title}>
      {request.isSuccess ? (
        <Notice tone="safe" role="status">
          {t.sent}
        </Notice>
      ) : (
        <form onSubmit={submit} className="grid gap-4">
          <p className="text-soft">{t.why}</p>
          <Field label={signIn.email} name="email" type="email" autoComplete="username" autoFocus required />
          <Problem error={request.error} />
          <Button look="main" type="submit" disabled={request.isPending}>
            {t.submit}
          </Button>
        </form>
      )}
      <Button onClick={onDone}>{t.back}</Button>
    </SignInFrame>
  )
}
