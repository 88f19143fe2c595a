import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Card } from '../parts/page.tsx'
import { Notice, Problem } from '../parts/problem.tsx'
import { SESSION_KEY, useSession } from '../session/session.ts'
import { team as t } from '../texts/team.ts'

export function AccountName() {
  const { data: session } = useSession()
  const client = useQueryClient()
  const rename = useMutation({
    mutationFn: (name: string) => mailsift.account.rename(name),
    onSuccess: () => client.invalidateQueries({ queryKey: SESSION_KEY }),
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    rename.mutate(String(new FormData(event.currentTarget).get('name')).trim())
  }
  const shown = session?.accounts.find(({ id }) => id === session.account.id)?.name
  // The name of an account without a name is the address of its first owner.
  const current = shown?.includes('@') ? '' : shown
  return (
    <Card title={t.name}>
      <form onSubmit={submit} className="grid max-w-md gap-4">
        <Field
          key={current}
          label={t.name}
          hint={t.nameHint}
          name="name"
          defaultValue={current}
          required
          maxLength={64}
          autoComplete="organization"
        />
        <Problem error={rename.error} />
        {rename.isSuccess && (
          <Notice tone="safe" role="status">
            {t.renamed}
          </Notice>
        )}
        <div>
          <Button type="submit" disabled={rename.isPending}>
            {t.rename}
          </Button>
        </div>
      </form>
    </Card>
  )
}
