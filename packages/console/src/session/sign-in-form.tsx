import { isApiError } from '@mailsift/sdk'
import { type SubmitEvent, useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { passkeys, signIn } from '../texts/session.ts'
import { useSignInOptions } from './other-ways.tsx'
import { hasPasskeys, provePasskey } from './passkey.ts'
import { useRefreshSession } from './session.ts'

export function SignInForm({ onSubmit, onDone }: { onSubmit?: () => void; onDone?: () => void }) {
  const refresh = useRefreshSession()
  const [needsCode, setNeedsCode] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const options = useSignInOptions()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const byPasskey = (event.nativeEvent as unknown as { submitter?: HTMLElement }).submitter?.dataset.by === 'passkey'
    const text = (name: string) => String(form.get(name) ?? '')
    onSubmit?.()
    setBusy(true)
    setError(undefined)
    try {
      const code = text('code').replaceAll(/\s/g, '')
      const second = byPasskey ? { passkey: await provePasskey() } : code && { code }
      await mailsift.account.signIn({ email: text('email'), password: text('password'), ...second })
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
      {needsCode && options.passkeys && hasPasskeys && (
        <Button type="submit" formNoValidate data-by="passkey" disabled={isBusy}>
          {passkeys.instead}
        </Button>
      )}
    </form>
  )
}
