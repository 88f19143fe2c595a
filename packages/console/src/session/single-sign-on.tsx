// The return from an identity provider: the ticket becomes a session, or links the identity to the signed-in person.
import { isApiError } from '@mailsift/sdk'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Loading } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { signIn, singleSignOn as t } from '../texts/session.ts'
import { useRefreshSession } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

export default function SingleSignOn({
  ticket,
  isLink,
  onDone,
}: {
  ticket: string
  /** It was started in the settings. */
  isLink: boolean
  onDone(): void
}) {
  const refresh = useRefreshSession()
  const [isSignedIn, setSignedIn] = useState(false)
  const finish = useMutation({
    networkMode: 'always',
    mutationFn: (code: string | undefined) => mailsift.account.singleSignOn.finish({ ticket, ...(code && { code }) }),
    onSuccess: leave,
  })
  const link = useMutation({
    networkMode: 'always',
    mutationFn: () => mailsift.account.identities.link(ticket),
    onSuccess: leave,
  })

  async function leave() {
    await refresh()
    onDone()
  }

  const { mutate: finishFirst } = finish
  const { mutate: linkFirst } = link
  useEffect(() => {
    // React may mount a component twice, but the ticket works only once.
    if (begun === ticket) return
    begun = ticket
    if (isLink) linkFirst()
    else finishFirst(undefined)
  }, [ticket, isLink, finishFirst, linkFirst])

  const needsCode =
    isApiError(finish.error, 'second_factor_required') || isApiError(finish.error, 'invalid_second_factor')
  if (needsCode)
    return (
      <SignInFrame title={signIn.title}>
        <CodeForm
          error={isApiError(finish.error, 'second_factor_required') ? undefined : finish.error}
          isBusy={finish.isPending}
          onSubmit={(code) => finish.mutate(code)}
        />
      </SignInFrame>
    )
  if (isApiError(finish.error, 'confirmation_required'))
    return (
      <SignInFrame title={t.confirmTitle}>
        <p className="text-soft">{isSignedIn ? t.confirmNow : finish.error.message}</p>
        <Problem error={link.error} />
        {isSignedIn ? (
          <div className="flex gap-2">
            <Button look="main" onClick={() => link.mutate()} disabled={link.isPending}>
              {t.confirm}
            </Button>
            <Button onClick={leave}>{t.notNow}</Button>
          </div>
        ) : (
          <SignInForm onDone={() => setSignedIn(true)} />
        )}
      </SignInFrame>
    )
  const error = finish.error ?? link.error
  if (!error) return <Loading what={signIn.busy} />
  return (
    <SignInFrame title={isLink ? t.linkFailed : signIn.title}>
      <Problem error={error} />
      <div>
        <Button onClick={leave}>{isLink ? t.toSettings : t.toSignIn}</Button>
      </div>
    </SignInFrame>
  )
}

let begun: string | undefined

function CodeForm({ error, isBusy, onSubmit }: { error: unknown; isBusy: boolean; onSubmit(code: string): void }) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit(String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, ''))
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label={signIn.code} hint={signIn.codeHint} name="code" autoComplete="one-time-code" autoFocus required />
      <Problem error={error} />
      <Button look="main" type="submit" disabled={isBusy}>
        {isBusy ? signIn.busy : signIn.submit}
      </Button>
    </form>
  )
}
