import { isApiError } from '@mailsift/sdk'
import { type SubmitEvent, useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { signIn } from '../texts/session.ts'
import { useRefreshSession } from './session.ts'

export function SignInForm({ onSubmit, onDone }: { onSubmit?: () => void; onDone?: () => void }) {
  const refresh = useRefreshSession()
  const [needsCode, setNeedsCode] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    onSubmit?.()
    setBusy(true)
    setError(undefined)
    try {
      const code = text('code').replaceAll(/\s/g, '')
      await mailsift.account.signIn({ email: text('email'), password: text('password'), ...(code && { code }) })
      await refresh()
      onDone?.()
    } catch (failure) {
      if (isApiError(failure, 'second_factor_required')) setNeedsCode(true)
      else setError(failure)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label={signIn.email} name="email" type="email" autoComplete="username" autoFocus required />
      <Field label={signIn.password} name="password" type="password" autoComplete="current-password" required />
      {needsCode && (
        <Field label={signIn.code} hint={signIn.codeHint} name="code" autoComplete="one-time-code" autoFocus required />
      )}
      <Problem error={error} />
      <Button look="main" type="submit" disabled={isBusy}>
        {isBusy ? signIn.busy : signIn.submit}
      </Button>
    </form>
  )
}
