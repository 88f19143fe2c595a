import { useMutation } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { Check } from '../parts/field.tsx'
import { Card } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { useRefreshSession, useSession } from '../session/session.ts'
import { requiredSecondFactor as t } from '../texts/team.ts'

export function RequiredSecondFactor() {
  const { data: session } = useSession()
  const refresh = useRefreshSession()
  const choose = useMutation({
    mutationFn: (required: boolean) => mailsift.account.secondFactor.setRequired(required),
    onSettled: refresh,
  })
  const isOn = choose.isPending ? choose.variables : (session?.second_factor_required ?? false)
  return (
    <Card title={t.title}>
      <div className="grid gap-3">
        <Check
          label={t.label}
          hint={t.why}
          checked={isOn}
          disabled={!session || choose.isPending}
          onChange={(event) => choose.mutate(event.target.checked)}
        />
        <Problem error={choose.error} />
      </div>
    </Card>
  )
}
