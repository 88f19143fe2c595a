import type { Member } from '@mailsift/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Check } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { common } from '../texts/common.ts'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { team as t } from '../texts/team.ts'

/** Removes a member, or lets the user leave the account. */
export function RemoveMember({ member, onRemoved, onClose }: { member: Member; onRemoved(): void; onClose(): void }) {
  const [revokesTokens, setRevokesTokens] = useState(false)
  const remove = useMutation({
    mutationFn: () => mailsift.account.members.remove(member.person_id, { revokeTokens: revokesTokens }),
    onSuccess: () => {
      if (member.you) location.reload()
      onRemoved()
      onClose()
    },
  })
  return (
    <Dialog
      title={member.you ? t.leaveTitle : format(t.removeTitle, { email: isolated(member.email) })}
      description={member.you ? t.leaveWhy : t.removeWhy}
      open
      onClose={onClose}
    >
      <div className="grid gap-4">
        {member.tokens > 0 && (
          <Check
            label={format(t.revokeTokens, { count: member.tokens })}
            checked={revokesTokens}
            onChange={(event) => setRevokesTokens(event.target.checked)}
          />
        )}
        <Problem error={remove.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="danger" onClick={() => remove.mutate()} disabled={remove.isPending}>
            {member.you ? t.leave : t.remove}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
