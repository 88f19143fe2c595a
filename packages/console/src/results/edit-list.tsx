import { LIST_NAME_MAX_CHARACTERS, LIST_NOTES_MAX_CHARACTERS } from '@mailsift/contract/limits'
import type { ListDetail } from '@mailsift/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { common } from '../texts/common.ts'
import { editList as t } from '../texts/results.ts'
import { listKey } from './list-state.ts'

/** The name of a list, and notes about it. */
export function EditList({ list }: { list: ListDetail }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const save = useMutation({
    networkMode: 'always',
    mutationFn: (change: { name: string; notes: string }) => mailsift.account.lists.change(list.id, change),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: listKey(list.id) })
      await client.invalidateQueries({ queryKey: ['lists'] })
      setOpen(false)
    },
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    save.mutate({ name: String(form.get('name')).trim(), notes: String(form.get('notes')).trim() })
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Pencil aria-hidden />
        {t.edit}
      </Button>
      {isOpen && (
        <Dialog title={t.title} open onClose={() => setOpen(false)}>
          <form onSubmit={submit} className="grid gap-4">
            <Field
              label={t.name}
              name="name"
              required
              defaultValue={list.name ?? ''}
              maxLength={LIST_NAME_MAX_CHARACTERS}
            />
            <div>
              <label htmlFor="list-notes" className="mb-1 block text-sm font-medium">
                {t.notes}
              </label>
              <textarea
                id="list-notes"
                name="notes"
                dir="auto"
                rows={4}
                defaultValue={list.notes}
                maxLength={LIST_NOTES_MAX_CHARACTERS}
                className="w-full rounded-md border border-edge bg-paper p-3 text-sm hover:border-soft"
              />
            </div>
            <Problem error={save.error} />
            <div className="flex justify-end gap-2">
              <Button onClick={() => setOpen(false)}>{common.cancel}</Button>
              <Button type="submit" look="main" disabled={save.isPending}>
                {common.save}
              </Button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  )
}
