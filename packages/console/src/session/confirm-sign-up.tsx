// The page of the link that confirms a sign-up: setting a password creates the account.
import { useQuery } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Loading } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { signUp as t } from '../texts/session.ts'
import { JoinForm } from './join-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

export default function ConfirmSignUp({ secret, onDone }: { secret: string; onDone(): void }) {
  const pending = useQuery({
    queryKey: ['pending sign-up'],
    queryFn: ({ signal }) => mailsift.account.signUp.read(secret, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (pending.error)
    return (
      <SignInFrame title={t.confirmTitle}>
        <Problem error={pending.error} />
        <Button onClick={onDone}>{t.back}</Button>
      </SignInFrame>
    )
  if (!pending.data) return <Loading />
  return (
    <SignInFrame title={t.confirmTitle}>
      <JoinForm
        email={pending.data.email}
        label={t.confirm}
        join={({ email: _, ...chosen }) => mailsift.account.signUp.confirm({ secret, ...chosen })}
        onDone={onDone}
      />
    </SignInFrame>
  )
}
