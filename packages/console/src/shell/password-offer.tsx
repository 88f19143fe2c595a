import { CONSOLE_PATHS } from '@mailsift/contract/console'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Notice } from '../parts/problem.tsx'
import { useSession } from '../session/session.ts'
import { passwordOffer as t } from '../texts/common.ts'

const KEY = 'mailsift.no-password'

/** A link signs in only once: users who came by one without a password are offered to set it, until they decline. */
export function PasswordOffer() {
  const { data: session } = useSession()
  const [location] = useLocation()
  const [isDeclined, setDeclined] = useState(() => localStorage.getItem(KEY) !== null)
  const needsNone = !session?.password_sign_in || session.has_password || session.provider
  if (needsNone || isDeclined || location === CONSOLE_PATHS.settings) return null
  function decline() {
    localStorage.setItem(KEY, 'declined')
    setDeclined(true)
  }
  return (
    <div className="mx-auto max-w-6xl px-4 pt-4 sm:px-8">
      <Notice
        tone="plain"
        role="status"
        action={
          <span className="flex flex-wrap gap-2">
            <ButtonLink href={CONSOLE_PATHS.settings}>{t.set}</ButtonLink>
            <Button look="quiet" onClick={decline}>
              {t.later}
            </Button>
          </span>
        }
      >
        {t.why}
      </Notice>
    </div>
  )
}
