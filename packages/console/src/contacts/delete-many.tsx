import type { DeleteContactsBody } from '@mailsift/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Check } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { common } from '../texts/common.ts'
import { contacts as t } from '../texts/contacts.ts'
import { format } from '../texts/format.ts'

export type Doomed = Omit<DeleteContactsBody, 'suppress'>

/** Shows how many, and deletes exactly that many or none. */
export function DeleteMany({
  doomed,
  onDeleted,
  onClose,
}: {
  doomed: Doomed
  onDeleted(count: number): void
  onClose(): void
}) {
  const client = useQueryClient()
  const [suppress, setSuppress] = useState(false)
  const remove = useMutation({
    mutationFn: () => mailsift.contacts.deleteMany({ ...doomed, suppress }),
    onSuccess: ({ deleted }) => {
      onDeleted(deleted)
      onClose()
    },
    // Also after an error: the number has changed.
    onSettled: () => client.invalidateQueries({ queryKey: ['contacts'] }),
  })
  const count = doomed.expected_count
  return (
    <Dialog title={format(t.deleteManyTitle, { count })} description={t.deleteManyWhy} open onClose={onClose}>
      <div className="grid gap-4">
        <Check label={t.suppress} checked={suppress} onChange={(event) => setSuppress(event.target.checked)} />
        <Problem error={remove.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="danger" onClick={() => remove.mutate()} disabled={remove.isPending}>
            {format(t.deleteMany, { count })}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
