// Mails a link to set a new password. The request is answered before anyone knows whether the person exists: the worker finds out, so that
// neither the answer nor its time says so.

import type { Mail } from '../../mail/mail.ts'
import type { Db } from '../../platform/database/database.ts'
import { enqueue, type TaskHandler } from '../../platform/queue/queue.ts'
import { seal, unseal } from '../../platform/sealed.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { linkTo, makeLink } from './sign-in-links.ts'
import { findUserByEmail } from './users.ts'

declare module '../../platform/queue/queue.ts' {
  interface Tasks {
    /** `sealed` is the address as it was typed. */
    'identity.mail-reset-link': { version: 1; sealed: string }
  }
}

/** Shorter than that of a link which a person passes on: a mail arrives within minutes. */
const LIFE_MINUTES = 60

export async function requestResetMail(db: Db, secrets: Secrets, email: string): Promise<void> {
  await enqueue(db, 'identity.mail-reset-link', { version: 1, sealed: seal(email, secrets) })
}

export type ResetMailDeps = { db: Db; mail: Mail; secrets: Secrets }

export function mailResetLink({ db, mail, secrets }: ResetMailDeps): TaskHandler<'identity.mail-reset-link'> {
  return async ({ sealed }, { id }) => {
    const person = await findUserByEmail(db, unseal(sealed, secrets))
    if (!person) return
    await db.transaction().execute(async (tx) => {
      const { secret, expiresAt } = await makeLink(tx, person.id, {
        purpose: 'password_reset',
        confirms: true,
        lifeMinutes: LIFE_MINUTES,
      })
      await mail.queue(tx, {
        key: `reset ${id} ${person.id}`,
        to: person.email,
        template: 'password_reset',
        values: {
          link: linkTo(mail.origin, 'password_reset', secret),
          expiresAt,
          isUnconfirmed: !person.address_confirmed,
        },
        until: expiresAt,
      })
    })
  }
}
