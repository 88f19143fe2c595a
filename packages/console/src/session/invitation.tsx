// The page of an invitation link: a signed-in person joins with one click, others sign in or choose a password.
import { PASSWORD_MIN_CHARACTERS } from '@mailsift/contract/limits'
import { isApiError, type OpenInvitation } from '@mailsift/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Loading } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { invitation as t, team } from '../texts/team.ts'
import { useSession } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { Threshold } from './threshold.tsx'

export default function InvitationPage({ secret, onDone }: { secret: string; onDone(): void }) {
  const session = useSession()
  const open = useQuery({
    queryKey: ['invitation'],
    queryFn: ({ signal }) => mailsift.account.invitations.read(secret, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (open.error)
    return (
      <Threshold title={team.inviteTitle}>
        <Problem error={open.error} />
        <div>
          <Button onClick={onDone}>{t.toSignIn}</Button>
        </div>
      </Threshold>
    )
  if (!open.data || session.isPending) return <Loading />
  const { account_name, invited_by, role } = open.data
  const values = { role: team.roles[role], inviter: isolated(invited_by ?? '') }
  return (
    <Threshold title={format(t.title, { account: isolated(account_name) })}>
      <p className="text-soft">{format(invited_by ? t.why : t.whyUnknown, values)}</p>
      {session.data ? (
        <Accept secret={secret} email={session.data.account.email} onDone={onDone} />
      ) : (
        <Newcomer secret={secret} invitation={open.data} onDone={onDone} />
      )}
    </Threshold>
  )
}

function Accept({ secret, email, onDone }: { secret: string; email: string; onDone(): void }) {
  const client = useQueryClient()
  const accept = useMutation({
    mutationFn: () => mailsift.account.invitations.accept(secret),
    // Everything that is shown belongs to the other account.
    onSuccess: async () => {
      await client.resetQueries()
      onDone()
    },
  })
  const leave = useMutation({
    mutationFn: () => mailsift.account.signOut(),
    onSuccess: () => client.resetQueries(),
  })
  return (
    <>
      <Problem error={accept.error ?? leave.error} />
      <Button look="main" onClick={() => accept.mutate()} disabled={accept.isPending}>
        {format(t.accept, { email: isolated(email) })}
      </Button>
      <p className="text-sm text-soft">{t.other}</p>
      <div className="-mt-3 flex gap-2">
        <Button onClick={() => leave.mutate()}>{t.signOut}</Button>
        <Button onClick={onDone}>{t.notNow}</Button>
      </div>
    </>
  )
}

function Newcomer({ secret, invitation, onDone }: { secret: string; invitation: OpenInvitation; onDone(): void }) {
  const [isKnown, setKnown] = useState(false)
  const client = useQueryClient()
  const join = useMutation({
    networkMode: 'always',
    mutationFn: async (form: HTMLFormElement) => {
      const data = new FormData(form)
      const text = (name: string) => String(data.get(name) ?? '').trim()
      const name = text('name')
      await mailsift.account.invitations.join({
        secret,
        email: text('email'),
        password: String(data.get('password')),
        ...(name && { name }),
      })
    },
    onSuccess: async () => {
      await client.resetQueries()
      onDone()
    },
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    join.mutate(event.currentTarget)
  }
  if (isKnown)
    return (
      <>
        <SignInForm />
        <Button onClick={() => setKnown(false)}>{t.isNew}</Button>
      </>
    )
  const refusal = isApiError(join.error, 'password_refused') ? join.error : undefined
  return (
    <>
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label={t.email}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={invitation.email ?? ''}
          readOnly={invitation.email !== null}
          required
        />
        <Field label={t.yourName} name="name" autoComplete="name" maxLength={64} />
        <Field
          label={t.password}
          hint={format(t.passwordHint, { count: PASSWORD_MIN_CHARACTERS })}
          error={refusal?.message}
          name="password"
          type="password"
          minLength={PASSWORD_MIN_CHARACTERS}
          autoComplete="new-password"
          required
        />
        <Problem error={refusal ? undefined : join.error} />
        <Button look="main" type="submit" disabled={join.isPending}>
          {t.join}
        </Button>
      </form>
      <Button onClick={() => setKnown(true)}>{t.hasPassword}</Button>
    </>
  )
}
