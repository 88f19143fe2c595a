import { PASSWORD_MIN_CHARACTERS } from '@mailsift/contract/limits'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { password } from '../texts/session.ts'

/** A new password, typed once and shown on demand; `asksCurrent` where there is one already. */
export function NewPasswordForm({
  submit,
  asksCurrent = false,
  onSubmit,
}: {
  submit: string
  asksCurrent?: boolean
  onSubmit(password: string, current: string | undefined): Promise<void>
}) {
  const [isBusy, setBusy] = useState(false)
  const [isShown, setShown] = useState(false)
  const [error, setError] = useState<unknown>()

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    setBusy(true)
    setError(undefined)
    try {
      await onSubmit(String(data.get('new')), asksCurrent ? String(data.get('current')) : undefined)
      form.reset()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  const type = isShown ? 'text' : 'password'
  return (
    <form onSubmit={send} className="grid gap-4">
      {asksCurrent && (
        <Field label={password.current} name="current" type={type} autoComplete="current-password" required />
      )}
      <Field
        label={password.new}
        hint={password.hint(PASSWORD_MIN_CHARACTERS)}
        name="new"
        type={type}
        minLength={PASSWORD_MIN_CHARACTERS}
        autoComplete="new-password"
        required
      />
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={isShown}
          onChange={(event) => setShown(event.target.checked)}
          className="size-4 accent-accent"
        />
        {password.show}
      </label>
      <Problem error={error} />
      <div>
        <Button look="main" type="submit" disabled={isBusy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
