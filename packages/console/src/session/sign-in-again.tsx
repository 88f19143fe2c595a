import { Dialog } from '../parts/dialog.tsx'
import { signIn } from '../texts/session.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Above the page, which stays as it is. */
export default function SignInAgain() {
  return (
    <Dialog title={signIn.endedTitle} description={signIn.ended} open>
      <SignInForm />
    </Dialog>
  )
}
