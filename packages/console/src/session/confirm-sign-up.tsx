// The page of the link that confirms a sign-up: a password, and the account exists.
import { useQuery } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Loading } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { signUp as t } from '../texts/session.ts'
import { JoinForm } from './join-form.tsx'
import { Threshold } from './threshold.tsx'

export default function ConfirmSignUp({ secret, onDone }: { secret: string; onDone(): void }) {
  const pending = useQuery({
    queryKey: ['pending sign-up'],
    queryFn: ({ signal }) => mailsift.account.signUp.read(secret, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (pending.error)
    return (
      <Threshold title={t.confirmTitle}>
        <Problem error={pending.error} />
        <Button onClick={onDone}>{t.back}</Button>
      </Threshold>
    )
  if (!pending.data) return <Loading />
  return (
    <Threshold title={t.confirmTitle}>
      <JoinForm
        email={pending.data.email}
        label={t.confirm}
        join={({ email: _, ...chosen }) => mailsift.account.signUp.confirm({ secret, ...chosen })}
        onDone={onDone}
      />
    </Threshold>
  )
}
