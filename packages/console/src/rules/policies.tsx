import { labelOf } from '@mailsift/engine/reason-texts'
import type { SavedPolicy } from '@mailsift/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Card, Empty } from '../parts/page.tsx'
import { purposeName } from '../parts/purpose.tsx'
import { RULES_KEY } from '../parts/rules.ts'
import { actionsOf, type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { format } from '../texts/format.ts'
import { rules as t } from '../texts/rules.ts'

export function Policies({
  policies,
  mayEdit,
  onEdit,
}: {
  policies: readonly SavedPolicy[]
  mayEdit: boolean
  onEdit(policy: SavedPolicy): void
}) {
  const client = useQueryClient()
  const [deleting, setDeleting] = useState<SavedPolicy>()
  const remove = useMutation({
    mutationFn: ({ name }: SavedPolicy) => mailsift.account.policies.delete(name),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: RULES_KEY })
      setDeleting(undefined)
    },
  })
  const actions = actionsOf((policy: SavedPolicy) => (
    <span className="inline-flex gap-2">
      <Button
        onClick={() => onEdit(policy)}
        aria-label={format(mayEdit ? t.editNamed : t.viewNamed, { name: policy.name })}
      >
        {mayEdit ? t.edit : t.view}
      </Button>
      {mayEdit && (
        <Button
          look="danger"
          onClick={() => setDeleting(policy)}
          aria-label={format(t.deleteNamed, { name: policy.name })}
        >
          {t.delete}
        </Button>
      )}
    </span>
  ))
  return (
    <Card flush title={format(t.policies, { count: policies.length })}>
      {policies.length === 0 ? (
        <Empty title={t.noPolicies}>{t.noPoliciesWhy}</Empty>
      ) : (
        <Table label={t.policiesLabel} columns={[...COLUMNS, actions]} rows={policies} keyOf={({ name }) => name} />
      )}
      {deleting && (
        <Confirm
          title={format(t.deleteTitle, { name: deleting.name })}
          submit={t.delete}
          error={remove.error}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(deleting)}
          onClose={() => setDeleting(undefined)}
        >
          {t.deleteWhy}
        </Confirm>
      )}
    </Card>
  )
}

const COLUMNS: readonly Column<SavedPolicy>[] = [
  { title: t.name, kind: 'name', cell: ({ name }) => <span className="font-mono font-medium break-all">{name}</span> },
  { title: t.startsFrom, cell: ({ preset }) => purposeName(preset) },
  { title: t.changes, cell: (policy) => effectsOf(policy) || <span className="text-soft">{t.noChanges}</span> },
  { title: t.changed, cell: ({ updated_at }) => <Time at={updated_at} style="day" /> },
]

const EFFECTS = ['allow', 'caution', 'refuse'] as const

function effectsOf(policy: SavedPolicy): string {
  return EFFECTS.filter((effect) => policy[effect].length > 0)
    .map((effect) => format(t.effects[effect], { reasons: policy[effect].map(labelOf).join(', ') }))
    .join('; ')
}
