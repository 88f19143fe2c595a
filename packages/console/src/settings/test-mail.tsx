import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Card } from '../parts/page.tsx'
import { Notice, Problem } from '../parts/problem.tsx'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { testMail as t } from '../texts/settings.ts'

export function TestMail({ isConfigured }: { isConfigured: boolean }) {
  const send = useMutation({ mutationFn: (to: string) => mailsift.account.sendTestMail(to) })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    send.mutate(String(new FormData(event.currentTarget).get('to')).trim())
  }
  return (
    <Card title={t.title}>
      <div className="grid max-w-md gap-4">
        <p className="text-sm text-soft">{isConfigured ? t.why : t.notConfigured}</p>
        {isConfigured && (
          <form onSubmit={submit} className="grid gap-4">
            <Field label={t.to} name="to" type="email" autoComplete="email" required />
            <Problem error={send.error} />
            {send.isSuccess && (
              <Notice tone="safe" role="status">
                {format(t.sent, { email: isolated(send.variables) })}
              </Notice>
            )}
            <div>
              <Button type="submit" disabled={send.isPending}>
                {send.isPending ? t.busy : t.submit}
              </Button>
            </div>
          </form>
        )}
      </div>
    </Card>
  )
}
