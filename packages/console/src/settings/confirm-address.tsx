import { useMutation } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/page.tsx'
import { Notice, Problem } from '../parts/problem.tsx'
import { useLastSession } from '../session/session.ts'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { confirmAddress as t } from '../texts/session.ts'

/** Only for a person who joined by a link. */
export function ConfirmAddress() {
  const session = useLastSession()
  const send = useMutation({ mutationFn: () => mailsift.account.address.mailConfirmation() })
  if (!session || session.address_confirmed) return null
  const email = isolated(session.account.email)
  return (
    <Card title={t.title}>
      <div className="grid gap-4">
        <p className="text-sm text-soft">{format(t.offer, { email })}</p>
        <Problem error={send.error} />
        {send.isSuccess ? (
          <Notice tone="safe" role="status">
            {format(t.sent, { email })}
          </Notice>
        ) : (
          <div>
            <Button look="main" disabled={send.isPending} onClick={() => send.mutate()}>
              {t.send}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
