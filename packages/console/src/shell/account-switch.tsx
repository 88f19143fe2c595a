import type { SessionView } from '@mailsift/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { Choice } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { team } from '../texts/team.ts'

/** For people who belong to several accounts. */
export default function AccountSwitch({ session: { account, accounts } }: { session: SessionView }) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (accountId: string) => mailsift.account.switchTo(accountId),
    onSuccess: () => {
      client.clear()
      location.reload()
    },
  })
  return (
    <div className="mt-2 px-2.5">
      <Choice
        label={team.switchTo}
        hideLabel
        value={account.id}
        options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(accountId) => change.mutate(accountId)}
      />
      <Problem error={change.error} />
    </div>
  )
}
