import { Dialog } from '../parts/dialog.tsx'
import { signIn } from '../texts/session.ts'
import { OtherWays, useSignInOptions } from './other-ways.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Opens above the page, which keeps its state. */
export default function SignInAgain() {
  const options = useSignInOptions()
  return (
    <Dialog title={signIn.endedTitle} description={signIn.ended} open>
      <div className="grid gap-5">
        {options.password && <SignInForm />}
        <OtherWays options={options} />
      </div>
    </Dialog>
  )
}
