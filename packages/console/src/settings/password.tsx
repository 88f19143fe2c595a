import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Card } from '../parts/page.tsx'
import { Notice } from '../parts/problem.tsx'
import { Text } from '../parts/text.tsx'
import { NewPasswordForm } from '../session/password-form.tsx'
import { useLastSession, useRefreshSession } from '../session/session.ts'
import { settings as t } from '../texts/settings.ts'

export function Password() {
  const session = useLastSession()
  const refresh = useRefreshSession()
  const [isChanged, setChanged] = useState(false)
  if (!session?.password_sign_in) return null
  return (
    <Card title={session.has_password ? t.changePassword : t.setPassword}>
      <div className="grid gap-4">
        <p className="text-sm text-soft">
          <Text
            message={session.has_password ? t.changeWhy : t.setWhy}
            values={{ email: <strong className="text-ink">{session.account.email}</strong> }}
          />
        </p>
        {isChanged && (
          <Notice tone="safe" role="status">
            {t.passwordChanged}
          </Notice>
        )}
        <NewPasswordForm
          submit={session.has_password ? t.changePassword : t.setPassword}
          asksCurrent={session.has_password}
          onSubmit={async (new_password, current_password) => {
            setChanged(false)
            await mailsift.account.changePassword({ new_password, ...(current_password && { current_password }) })
            await refresh()
            setChanged(true)
          }}
        />
      </div>
    </Card>
  )
}
