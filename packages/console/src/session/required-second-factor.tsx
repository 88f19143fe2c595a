// All that a member sees of an account that requires a second factor, until they have one.

import { Passkeys } from '../settings/passkeys.tsx'
import { Password } from '../settings/password.tsx'
import { SecondFactor } from '../settings/second-factor.tsx'
import { AccountLine } from '../shell/account-line.tsx'
import { requiredSecondFactor as t } from '../texts/session.ts'
import { useLastSession } from './session.ts'
import { SignInFrame } from './sign-in-frame.tsx'

export default function RequiredSecondFactor() {
  const session = useLastSession()
  return (
    <SignInFrame title={t.title}>
      <p className="text-soft">{t.why}</p>
      {session?.password_sign_in && !session.has_password && <Password />}
      <SecondFactor />
      <Passkeys />
      <p className="text-sm text-soft">{t.thenSignIn}</p>
      <AccountLine />
    </SignInFrame>
  )
}
