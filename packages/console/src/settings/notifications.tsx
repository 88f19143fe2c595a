import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { Check } from '../parts/field.tsx'
import { Card } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { notifications as t } from '../texts/settings.ts'

const KEY = ['notifications']

export function Notifications() {
  const client = useQueryClient()
  const chosen = useQuery({ queryKey: KEY, queryFn: ({ signal }) => mailsift.account.notifications.get({ signal }) })
  const choose = useMutation({
    mutationFn: (list_completed: boolean) => mailsift.account.notifications.set({ list_completed }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
  const isOn = choose.isPending ? choose.variables : (chosen.data?.list_completed ?? false)
  return (
    <Card title={t.title}>
      <div className="grid gap-3">
        <Check
          label={t.listCompleted}
          checked={isOn}
          disabled={!chosen.data}
          onChange={(event) => choose.mutate(event.target.checked)}
        />
        <p className="text-sm text-soft">{t.always}</p>
        <Problem error={chosen.error ?? choose.error} />
      </div>
    </Card>
  )
}
