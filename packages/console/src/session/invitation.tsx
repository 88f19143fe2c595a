// The page of an invitation link: a signed-in person joins with one click, others sign in, choose a password or use a
// provider.
import type { OpenInvitation } from '@mailsift/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Loading } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { invitation as t, team } from '../texts/team.ts'
import { JoinForm } from './join-form.tsx'
import { OtherWays, useSignInOptions } from './other-ways.tsx'
import { useSession } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

export default function InvitationPage({ secret, onDone }: { secret: string; onDone(): void }) {
  const session = useSession()
  const open = useQuery({
    queryKey: ['invitation'],
    queryFn: ({ signal }) => mailsift.account.invitations.read(secret, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (open.error)
    return (
      <SignInFrame title={team.inviteTitle}>
        <Problem error={open.error} />
        <div>
          <Button onClick={onDone}>{t.toSignIn}</Button>
        </div>
      </SignInFrame>
    )
  if (!open.data || session.isPending) return <Loading />
  const { account_name, invited_by, role } = open.data
  const values = { role: team.roles[role], inviter: isolated(invited_by ?? '') }
  return (
    <SignInFrame title={format(t.title, { account: isolated(account_name) })}>
      <p className="text-soft">{format(invited_by ? t.why : t.whyUnknown, values)}</p>
      {session.data ? (
        <Accept secret={secret} email={session.data.account.email} onDone={onDone} />
      ) : (
        <Newcomer secret={secret} invitation={open.data} onDone={onDone} />
      )}
    </SignInFrame>
  )
}

function Accept({ secret, email, onDone }: { secret: string; email: string; onDone(): void }) {
  const client = useQueryClient()
  const accept = useMutation({
    mutationFn: () => mailsift.account.invitations.accept(secret),
    // All loaded data belongs to the previous account.
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
  const options = useSignInOptions()
  return (
    <>
      {options.password && isKnown && <SignInForm />}
      {options.password && !isKnown && (
        <JoinForm
          email={invitation.email}
          label={t.join}
          join={(newcomer) => mailsift.account.invitations.join({ secret, ...newcomer })}
          onDone={onDone}
        />
      )}
      <OtherWays options={options} invitation={secret} />
      {options.password && <Button onClick={() => setKnown(!isKnown)}>{isKnown ? t.isNew : t.hasPassword}</Button>}
    </>
  )
}
