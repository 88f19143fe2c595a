// Mails the link that confirms a sign-up. As for forgotten passwords, the worker finds out whether the person exists, so that neither the
// answer to the request nor its time says so; the mail tells only the owner of the mailbox.
import type { Mail } from '../../mail/mail.ts'
import type { Db } from '../../platform/database/database.ts'
import { enqueue, type TaskHandler } from '../../platform/queue/queue.ts'
import { seal, unseal } from '../../platform/sealed.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { findUserByEmail } from '../users/users.ts'
import { makeSignUp, signUpLink } from './sign-ups.ts'

declare module '../../platform/queue/queue.ts' {
  interface Tasks {
    /** `sealed` is the address. */
    'identity.mail-sign-up': { version: 1; sealed: string }
  }
}

export async function requestSignUpMail(db: Db, secrets: Secrets, email: string): Promise<void> {
  await enqueue(db, 'identity.mail-sign-up', { version: 1, sealed: seal(email, secrets) })
}

export function mailSignUp(deps: { db: Db; mail: Mail; secrets: Secrets }): TaskHandler<'identity.mail-sign-up'> {
  const { db, mail, secrets } = deps
  return async ({ sealed }, { id }) => {
    const email = unseal(sealed, secrets)
    await db.transaction().execute(async (tx) => {
      const key = `sign-up ${id} ${email}`
      if (await findUserByEmail(tx, email))
        return mail.queue(tx, { key, to: email, template: 'sign_up_known', values: { link: `${mail.origin}/` } })
      const { secret, expiresAt } = await makeSignUp(tx, email)
      const values = { link: signUpLink(mail.origin, secret), expiresAt }
      return mail.queue(tx, { key, to: email, template: 'sign_up', values, until: expiresAt })
    })
  }
}
