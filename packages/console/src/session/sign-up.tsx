// The page for a new account: the address first, the rest through the link in the email.
import { isApiError } from '@mailsift/sdk'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Notice, Problem } from '../parts/problem.tsx'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { signIn, signUp as t } from '../texts/session.ts'
import { canProve, solveProof } from './proof-of-work.ts'
import { SignInFrame } from './sign-in-frame.tsx'

export default function SignUp({ domains, onDone }: { domains: readonly string[]; onDone(): void }) {
  const request = useMutation({
    networkMode: 'always',
    mutationFn: async (email: string) => {
      const challenge = await mailsift.account.signUp.challenge()
      const number = await solveProof(challenge)
      await mailsift.account.signUp.request({ email, challenge: challenge.challenge, number })
    },
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    request.mutate(String(new FormData(event.currentTarget).get('email')).trim())
  }
  const refusal =
    isApiError(request.error, 'address_refused') || isApiError(request.error, 'invalid_email')
      ? request.error
      : undefined
  return (
    <SignInFrame title={t.title}>
      {request.isSuccess ? (
        <Notice tone="safe" role="status">
          {format(t.sent, { email: isolated(request.variables) })}
        </Notice>
      ) : canProve ? (
        <form onSubmit={submit} className="grid gap-4">
          <p className="text-soft">
            {domains.length > 0 ? format(t.whyDomains, { domains: domains.join(', ') }) : t.why}
          </p>
          <Field
            label={signIn.email}
            name="email"
            type="email"
            autoComplete="email"
            error={refusal?.message}
            autoFocus
            required
          />
          <Problem error={refusal ? undefined : request.error} />
          <Button look="main" type="submit" disabled={request.isPending}>
            {request.isPending ? t.busy : t.submit}
          </Button>
        </form>
      ) : (
        <Notice tone="risky">{t.needsHttps}</Notice>
      )}
      <Button onClick={onDone}>{t.back}</Button>
    </SignInFrame>
  )
}
