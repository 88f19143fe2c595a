import { PASSWORD_MIN_CHARACTERS } from '@mailsift/contract/limits'
import { ApiError } from '@mailsift/sdk'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { format } from '../texts/format.ts'
import { password } from '../texts/session.ts'

/** A new password, typed once and shown on demand; `asksCurrent` if there already is one. */
export function NewPasswordForm({
  submit,
  asksCurrent = false,
  onSubmit,
}: {
  submit: string
  asksCurrent?: boolean
  onSubmit(password: string, current: string | undefined): Promise<void>
}) {
  const [isShown, setShown] = useState(false)
  const send = useMutation({
    networkMode: 'always',
    mutationFn: async (form: HTMLFormElement) => {
      const data = new FormData(form)
      await onSubmit(String(data.get('new')), asksCurrent ? String(data.get('current')) : undefined)
      form.reset()
    },
  })
  function submitForm(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    send.mutate(event.currentTarget)
  }

  const refusal = send.error instanceof ApiError && send.error.code === 'password_refused' ? send.error : undefined
  const type = isShown ? 'text' : 'password'
  return (
    <form onSubmit={submitForm} className="grid gap-4">
      {asksCurrent && (
        <Field label={password.current} name="current" type={type} autoComplete="current-password" required />
      )}
      <Field
        label={password.new}
        hint={format(password.hint, { count: PASSWORD_MIN_CHARACTERS })}
        error={refusal?.message}
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
      <Problem error={refusal ? undefined : send.error} />
      <div>
        <Button look="main" type="submit" disabled={send.isPending}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
