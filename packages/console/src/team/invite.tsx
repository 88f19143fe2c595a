import type { InviteBody, Role } from '@mailsift/sdk'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Snippet } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Choice, Field } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { common } from '../texts/common.ts'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { team as t } from '../texts/team.ts'
import { rolesFor } from './roles.ts'

/** Shown only once: closing the dialog discards the link. */
export function Invite({ own, onMade, onClose }: { own: Role; onMade(): void; onClose(): void }) {
  const [role, setRole] = useState<Role>('member')
  const make = useMutation({
    mutationFn: (body: InviteBody) => mailsift.account.invitations.make(body),
    onSuccess: onMade,
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    make.mutate({ role, ...(email && { email }) })
  }
  if (make.data)
    return (
      <Dialog
        title={make.data.mailed ? t.mailedTitle : t.madeTitle}
        description={
          make.data.mailed ? format(t.mailedWhy, { email: isolated(make.data.invitation.email ?? '') }) : t.madeWhy
        }
        open
      >
        <div className="grid gap-4">
          <Snippet text={make.data.link} label={t.link} />
          <div className="flex justify-end">
            <Button look="main" onClick={onClose}>
              {t.done}
            </Button>
          </div>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={t.inviteTitle} open onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <Choice
          label={t.role}
          value={role}
          options={rolesFor(own).map((value) => ({ value, label: t.rolesLong[value] }))}
          onChange={setRole}
        />
        <Field label={t.email} hint={t.emailHint} name="email" type="email" autoComplete="off" />
        <Problem error={make.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="main" type="submit" disabled={make.isPending}>
            {t.makeLink}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
