import type { SignInOptions } from '@mailsift/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { mailsift } from '../api/client.ts'
import { BASE_PATH } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { passkeys, singleSignOn as t } from '../texts/session.ts'
import { hasPasskeys, provePasskey } from './passkey.ts'
import { useRefreshSession } from './session.ts'

/** If the request fails, the password form is shown: signing in will show the error. */
export function useSignInOptions(): SignInOptions {
  const { data } = useQuery({
    queryKey: ['sign-in-options'],
    queryFn: ({ signal }) => mailsift.account.signInOptions({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? { password: true, passkeys: false, providers: [] }
}

type OtherWaysProps = {
  options: SignInOptions
  /** The secret of an invitation, which a provider's sign-in accepts. */
  invitation?: string
  onDone?: () => void
}

/** Identity providers and passkeys, below the form or instead of it. */
export function OtherWays({ options, invitation, onDone }: OtherWaysProps) {
  const refresh = useRefreshSession()
  const leave = useMutation({
    networkMode: 'always',
    mutationFn: async (provider: string) => {
      const return_to = (location.pathname.slice(BASE_PATH.length) || '/') + location.search
      const { redirect_to } = await mailsift.account.singleSignOn.begin({
        provider,
        return_to,
        ...(invitation && { invitation }),
      })
      location.assign(redirect_to)
    },
  })
  const passkey = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      await mailsift.account.passkeys.signIn(await provePasskey())
      await refresh()
      onDone?.()
    },
  })
  const offersPasskeys = options.passkeys && hasPasskeys
  if (!offersPasskeys && options.providers.length === 0) return null
  return (
    <div className="grid gap-2.5">
      {options.password && (
        <p className="flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {t.or}
        </p>
      )}
      {options.providers.map(({ id, name }) => (
        <Button key={id} onClick={() => leave.mutate(id)} disabled={leave.isPending || leave.isSuccess}>
          {format(t.continueWith, { provider: isolated(name) })}
        </Button>
      ))}
      {offersPasskeys && (
        <Button onClick={() => passkey.mutate()} disabled={passkey.isPending}>
          <KeyRound aria-hidden />
          {passkeys.signIn}
        </Button>
      )}
      <Problem error={leave.error ?? passkey.error} />
    </div>
  )
}
