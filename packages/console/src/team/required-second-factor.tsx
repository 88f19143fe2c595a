import type { Member } from '@mailsift/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Check } from '../parts/field.tsx'
import { Card } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { useRefreshSession, useSession } from '../session/session.ts'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { requiredSecondFactor as t } from '../texts/team.ts'

export function RequiredSecondFactor({ members }: { members: readonly Member[] }) {
  const { data: session } = useSession()
  const refresh = useRefreshSession()
  const [isAsking, setAsking] = useState(false)
  const choose = useMutation({
    mutationFn: (required: boolean) => mailsift.account.secondFactor.setRequired(required),
    onSuccess: async () => {
      await refresh()
      setAsking(false)
    },
  })
  const isOn = session?.second_factor_required ?? false
  const without = members.filter(({ second_factor }) => !second_factor).map(({ email }) => isolated(email))
  return (
    <Card title={t.title}>
      <div className="grid gap-3">
        <Check
          label={t.label}
          hint={t.why}
          checked={isOn}
          disabled={!session || choose.isPending}
          onChange={() => {
            choose.reset()
            if (isOn) choose.mutate(false)
            else setAsking(true)
          }}
        />
        {!isAsking && <Problem error={choose.error} />}
      </div>
      {isAsking && (
        <Confirm
          title={t.askTitle}
          submit={t.submit}
          error={choose.error}
          isBusy={choose.isPending}
          onConfirm={() => choose.mutate(true)}
          onClose={() => setAsking(false)}
        >
          {format(t.ask, { emails: without.join(', ') || t.nobody })}
        </Confirm>
      )}
    </Card>
  )
}
