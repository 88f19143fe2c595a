import type { Member } from '@mailsift/sdk'
import { useMutation } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Snippet } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import { common } from '../texts/common.ts'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { resetMember as t } from '../texts/team.ts'

/** Emails the member a link to set a new password, or shows it if the service cannot send email. */
export function ResetMember({ member, onClose }: { member: Member; onClose(): void }) {
  const email = isolated(member.email)
  const make = useMutation({ mutationFn: () => mailsift.account.members.makeResetLink(member.person_id) })
  if (make.data)
    return (
      <Dialog
        title={make.data.link ? t.madeTitle : t.sentTitle}
        description={format(make.data.link ? t.madeWhy : t.sentWhy, { email })}
        open
      >
        <div className="grid gap-4">
          {make.data.link && <Snippet text={make.data.link} label={t.link} />}
          <div className="flex justify-end">
            <Button look="main" onClick={onClose}>
              {make.data.link ? t.copied : t.done}
            </Button>
          </div>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={format(t.title, { email })} description={t.why} open onClose={onClose}>
      <div className="grid gap-4">
        <Problem error={make.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="main" onClick={() => make.mutate()} disabled={make.isPending}>
            {t.submit}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
