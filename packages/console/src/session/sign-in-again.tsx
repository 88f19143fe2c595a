import { Dialog } from '../parts/dialog.tsx'
import { texts } from '../texts.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Above the page, which stays as it is. */
export default function SignInAgain() {
  return (
    <Dialog title={texts.signIn.endedTitle} description={texts.signIn.ended} open>
      <SignInForm />
    </Dialog>
  )
}
