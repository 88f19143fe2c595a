import { isApiError, type SavedPolicy } from '@mailsift/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Choice, Field } from '../parts/field.tsx'
import { type ListPolicy, ReasonChoices, startOf } from '../parts/list-policy.tsx'
import { Problem } from '../parts/problem.tsx'
import { PURPOSES, purposeName } from '../parts/purpose.tsx'
import { RULES_KEY } from '../parts/rules.ts'
import { common } from '../texts/common.ts'
import { format } from '../texts/format.ts'
import { rules as t } from '../texts/rules.ts'

export type Edited = SavedPolicy | 'new'

/** All reasons with their effective values; read-only for users who may not edit. */
export function PolicyEditor({ edited, mayEdit, onClose }: { edited: Edited; mayEdit: boolean; onClose(): void }) {
  const client = useQueryClient()
  const isNew = edited === 'new'
  const [name, setName] = useState(isNew ? '' : edited.name)
  const [policy, setPolicy] = useState<ListPolicy>(isNew ? startOf('marketing') : edited)
  const save = useMutation({
    mutationFn: () => {
      const { preset, allow = [], caution = [], refuse = [] } = policy
      return mailsift.account.policies.save(name, {
        preset,
        allow: [...allow],
        caution: [...caution],
        refuse: [...refuse],
      })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: RULES_KEY })
      onClose()
    },
  })
  const isNameRefused = isNew && isApiError(save.error, 'invalid_request')
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog
      wide
      open
      title={isNew ? t.editorNew : format(t.editorEdit, { name })}
      description={t.editorWhy}
      onClose={onClose}
    >
      <form onSubmit={submit} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {isNew && (
            <Field
              label={t.name}
              hint={t.nameHint}
              error={isNameRefused ? t.nameRefused : undefined}
              value={name}
              required
              maxLength={40}
              pattern="[a-z0-9]+(-[a-z0-9]+)*"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => setName(event.target.value)}
            />
          )}
          <Choice
            label={t.startsFrom}
            value={policy.preset}
            disabled={!mayEdit}
            options={PURPOSES.map((value) => ({ value, label: purposeName(value) }))}
            onChange={(preset) => setPolicy({ ...policy, preset })}
          />
        </div>
        <ReasonChoices value={policy} disabled={!mayEdit} onChange={setPolicy} />
        {!isNameRefused && <Problem error={save.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{mayEdit ? common.cancel : common.close}</Button>
          {mayEdit && (
            <Button look="main" type="submit" disabled={save.isPending}>
              {t.save}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
