import type { Invitation, Member, Role } from '@mailsift/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Choice } from '../parts/field.tsx'
import { Listing } from '../parts/listing.tsx'
import { Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { Tag } from '../parts/status.tsx'
import { actionsOf, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { isAdmin, useSession } from '../session/session.ts'
import { format } from '../texts/format.ts'
import { resetMember, team as t } from '../texts/team.ts'
import { AccountName } from './account-name.tsx'
import { Invite } from './invite.tsx'
import { RemoveMember } from './remove-member.tsx'
import { RequiredSecondFactor } from './required-second-factor.tsx'
import { ResetMember } from './reset-member.tsx'
import { rolesFor } from './roles.ts'

const MEMBERS = ['members']
const INVITATIONS = ['invitations']

export default function TeamPage() {
  const { data: session } = useSession()
  const role = session?.role ?? 'viewer'
  const canManage = isAdmin(role)
  const client = useQueryClient()
  const members = useQuery({ queryKey: MEMBERS, queryFn: ({ signal }) => mailsift.account.members.list({ signal }) })
  const [isInviting, setInviting] = useState(false)
  const [removing, setRemoving] = useState<Member>()
  const [resetting, setResetting] = useState<Member>()
  const refresh = () => Promise.all([MEMBERS, INVITATIONS].map((queryKey) => client.invalidateQueries({ queryKey })))
  const change = useMutation({
    mutationFn: ({ personId, to }: { personId: string; to: Role }) => mailsift.account.members.changeRole(personId, to),
    // Also after an error: the select then shows the actual role.
    onSettled: refresh,
  })
  const roleColumn: Column<Member> = {
    title: t.role,
    cell: ({ person_id, email, role: present }) =>
      canManage && (present !== 'owner' || role === 'owner') ? (
        <Choice
          hideLabel
          className="min-w-28"
          label={format(t.roleOf, { email })}
          value={present}
          options={rolesFor(role).map((value) => ({ value, label: t.roles[value] }))}
          onChange={(to) => change.mutate({ personId: person_id, to })}
        />
      ) : (
        t.roles[present]
      ),
  }
  const removeColumn = actionsOf((member: Member) => {
    if (member.you)
      return isOnlyOwner(member, members.data?.items) ? null : (
        <Button look="danger" onClick={() => setRemoving(member)}>
          {t.leave}
        </Button>
      )
    return (
      canManage &&
      (member.role !== 'owner' || role === 'owner') && (
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            aria-label={format(resetMember.actionNamed, { email: member.email })}
            onClick={() => setResetting(member)}
          >
            {resetMember.action}
          </Button>
          <Button
            look="danger"
            aria-label={format(t.removeNamed, { email: member.email })}
            onClick={() => setRemoving(member)}
          >
            {t.remove}
          </Button>
        </div>
      )
    )
  })
  return (
    <Page
      title={t.title}
      lead={t.lead}
      help="team"
      actions={
        canManage && (
          <Button look="main" onClick={() => setInviting(true)}>
            <Plus aria-hidden />
            {t.invite}
          </Button>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Problem error={change.error} />
        <Listing
          query={members}
          label={t.title}
          title={format(t.listTitle, { count: members.data?.items.length ?? 0 })}
          rows={members.data?.items}
          columns={[PERSON, roleColumn, JOINED, removeColumn]}
          keyOf={({ person_id }) => person_id}
        />
        {canManage && <Invitations />}
        {role === 'owner' && <RequiredSecondFactor members={members.data?.items ?? []} />}
        {canManage && <AccountName />}
      </div>
      {isInviting && <Invite own={role} onMade={refresh} onClose={() => setInviting(false)} />}
      {resetting && <ResetMember member={resetting} onClose={() => setResetting(undefined)} />}
      {removing && <RemoveMember member={removing} onRemoved={refresh} onClose={() => setRemoving(undefined)} />}
    </Page>
  )
}

/** The last owner cannot leave, because an account needs one. */
function isOnlyOwner({ role }: Member, members: readonly Member[] = []): boolean {
  return role === 'owner' && members.filter((member) => member.role === 'owner').length === 1
}

function Invitations() {
  const client = useQueryClient()
  const invitations = useQuery({
    queryKey: INVITATIONS,
    queryFn: ({ signal }) => mailsift.account.invitations.list({ signal }),
  })
  const revoke = useMutation({
    mutationFn: (id: string) => mailsift.account.invitations.revoke(id),
    onSettled: () => client.invalidateQueries({ queryKey: INVITATIONS }),
  })
  if (!invitations.error && !invitations.data?.items.length) return null
  const revokeColumn = actionsOf(({ id }: Invitation) => (
    <Button look="danger" disabled={revoke.isPending} onClick={() => revoke.mutate(id)}>
      {t.revoke}
    </Button>
  ))
  return (
    <>
      <Problem error={revoke.error} />
      <Listing
        query={invitations}
        label={t.invitations}
        title={t.invitations}
        rows={invitations.data?.items}
        columns={[...INVITED, revokeColumn]}
        keyOf={({ id }) => id}
      />
    </>
  )
}

const PERSON: Column<Member> = {
  title: t.person,
  kind: 'name',
  cell: ({ email, name, you, second_factor, address_confirmed }) => (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium wrap-anywhere">{name || email}</span>
        {you && <Tag tone="accent">{t.you}</Tag>}
        {!address_confirmed && <Tag tone="risky">{t.unconfirmed}</Tag>}
        {second_factor && <Tag tone="safe">{t.twoFactor}</Tag>}
      </span>
      {name && <span className="block text-sm wrap-anywhere text-soft">{email}</span>}
    </>
  ),
}

const JOINED: Column<Member> = { title: t.joined, cell: ({ joined_at }) => <Time at={joined_at} style="day" /> }

const INVITED: readonly Column<Invitation>[] = [
  { title: t.invitedFor, kind: 'name', cell: ({ email }) => email ?? t.anyone },
  { title: t.role, cell: ({ role }) => t.roles[role] },
  { title: t.invitedBy, cell: ({ invited_by }) => invited_by },
  { title: t.expires, cell: ({ expires_at }) => <Time at={expires_at} style="day" /> },
]
