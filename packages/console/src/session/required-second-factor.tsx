// All that a member sees of an account that requires a second factor, until they have one.
import { Passkeys, usePasskeys } from '../settings/passkeys.tsx'
import { Password } from '../settings/password.tsx'
import { SecondFactor } from '../settings/second-factor.tsx'
import { AccountLine } from '../shell/account-line.tsx'
import { format } from '../texts/format.ts'
import { requiredSecondFactor as t } from '../texts/session.ts'
import { OtherWays } from './other-ways.tsx'
import { useLastSession } from './session.ts'
import { SignInFrame } from './sign-in-frame.tsx'

export default function RequiredSecondFactor() {
  const session = useLastSession()
  const passkeys = usePasskeys()
  if (passkeys.isPending || !session) return null
  const { account, accounts } = session
  const name = accounts.find(({ id }) => id === account.id)?.name ?? ''
  return (
    <SignInFrame title={t.title}>
      {passkeys.data?.items.length ? (
        <>
          <p className="text-soft">{format(t.usePasskey, { name })}</p>
          <OtherWays options={{ password: false, passkeys: true, providers: [] }} />
          <p className="text-sm text-soft">{format(t.lost, { email: account.email })}</p>
        </>
      ) : (
        <>
          <p className="text-soft">{format(t.why, { name })}</p>
          <Passkeys />
          {!session.has_password && <Password />}
          <SecondFactor title={t.app} />
        </>
      )}
      <AccountLine />
    </SignInFrame>
  )
}
