// The page of the link that confirms a sign-up: a password, and the account exists.
import { PASSWORD_MIN_CHARACTERS } from '@mailsift/contract/limits'
import { isApiError } from '@mailsift/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Loading } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { format } from '../texts/format.ts'
import { password, signIn, signUp as t } from '../texts/session.ts'
import { Threshold } from './threshold.tsx'

export default function ConfirmSignUp({ secret, onDone }: { secret: string; onDone(): void }) {
  const client = useQueryClient()
  const pending = useQuery({
    queryKey: ['pending sign-up'],
    queryFn: ({ signal }) => mailsift.account.signUp.read(secret, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const confirm = useMutation({
    networkMode: 'always',
    mutationFn: async (form: HTMLFormElement) => {
      const data = new FormData(form)
      const name = String(data.get('name')).trim()
      await mailsift.account.signUp.confirm({ secret, password: String(data.get('password')), ...(name && { name }) })
    },
    onSuccess: async () => {
      await client.resetQueries()
      onDone()
    },
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    confirm.mutate(event.currentTarget)
  }
  if (pending.error)
    return (
      <Threshold title={t.confirmTitle}>
        <Problem error={pending.error} />
        <Button onClick={onDone}>{t.back}</Button>
      </Threshold>
    )
  if (!pending.data) return <Loading />
  const refusal = isApiError(confirm.error, 'password_refused') ? confirm.error : undefined
  return (
    <Threshold title={t.confirmTitle}>
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label={signIn.email}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={pending.data.email}
          readOnly
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
          autoFocus
          required
        />
        <Problem error={refusal ? undefined : confirm.error} />
        <Button look="main" type="submit" disabled={confirm.isPending}>
          {t.confirm}
        </Button>
      </form>
    </Threshold>
  )
}
