// The form for a new person: an address, a name and a password.
import { PASSWORD_MIN_CHARACTERS } from '@mailsift/contract/limits'
import { isApiError } from '@mailsift/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { format } from '../texts/format.ts'
import { password, signIn, signUp as t } from '../texts/session.ts'

export type Newcomer = { email: string; password: string; name?: string }

export function JoinForm({
  email,
  label,
  join,
  onDone,
}: {
  /** Fixed, unless it is null. */
  email: string | null
  label: string
  join(newcomer: Newcomer): Promise<unknown>
  onDone(): void
}) {
  const client = useQueryClient()
  const sent = useMutation({
    networkMode: 'always',
    mutationFn: (form: HTMLFormElement) => {
      const data = new FormData(form)
      const text = (name: string) => String(data.get(name) ?? '').trim()
      const name = text('name')
      return join({ email: text('email'), password: String(data.get('password')), ...(name && { name }) })
    },
    // All loaded data belongs to the previous person.
    onSuccess: async () => {
      await client.resetQueries()
      onDone()
    },
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    sent.mutate(event.currentTarget)
  }
  const refusal = isApiError(sent.error, 'password_refused') ? sent.error : undefined
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field
        label={signIn.email}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email ?? ''}
        readOnly={email !== null}
        required
      />
      <Field label={t.yourName} name="name" autoComplete="name" maxLength={64} />
      <Field
        label={signIn.password}
        hint={format(password.hint, { count: PASSWORD_MIN_CHARACTERS })}
        error={refusal?.message}
        name="password"
        type="password"
        minLength={PASSWORD_MIN_CHARACTERS}
        autoComplete="new-password"
        required
      />
      <Problem error={refusal ? undefined : sent.error} />
      <Button look="main" type="submit" disabled={sent.isPending}>
        {label}
      </Button>
    </form>
  )
}
