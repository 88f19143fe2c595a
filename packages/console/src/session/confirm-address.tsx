// The page of a link that confirms an address. A signed-in user keeps everything; anyone else sets a new password,
// which revokes earlier credentials.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Loading } from '../parts/loading.tsx'
import { Notice, Problem } from '../parts/problem.tsx'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { confirmAddress as t } from '../texts/session.ts'
import ResetPassword from './reset-password.tsx'
import { useSession } from './session.ts'
import { SignInFrame } from './sign-in-frame.tsx'

export default function ConfirmAddress({ secret, onDone }: { secret: string; onDone(): void }) {
  const session = useSession()
  const [isStranger, setStranger] = useState(false)
  const client = useQueryClient()
  const confirm = useMutation({ mutationFn: () => mailsift.account.address.confirm(secret) })
  const leave = useMutation({
    mutationFn: () => mailsift.account.signOut(),
    onSuccess: async () => {
      await client.resetQueries()
      setStranger(true)
    },
  })
  if (session.isPending) return <Loading />
  if (isStranger || !session.data) return <ResetPassword secret={secret} why={t.setPassword} onDone={onDone} />
  const finish = async () => {
    await client.resetQueries()
    onDone()
  }
  return (
    <SignInFrame title={t.title}>
      {confirm.isSuccess ? (
        <>
          <Notice tone="safe" role="status">
            {t.done}
          </Notice>
          <Button look="main" onClick={finish}>
            {t.continue}
          </Button>
        </>
      ) : (
        <>
          <p className="text-soft">{t.why}</p>
          <Problem error={confirm.error ?? leave.error} />
          <Button look="main" disabled={confirm.isPending} onClick={() => confirm.mutate()}>
            {format(t.submit, { email: isolated(session.data.account.email) })}
          </Button>
          <p className="text-sm text-soft">{t.other}</p>
          <div className="-mt-3">
            <Button onClick={() => leave.mutate()}>{t.signOut}</Button>
          </div>
        </>
      )}
    </SignInFrame>
  )
}
