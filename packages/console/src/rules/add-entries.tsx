import type { ListName } from '@mailsift/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Choice, Field } from '../parts/field.tsx'
import { Card } from '../parts/page.tsx'
import { Notice, Problem } from '../parts/problem.tsx'
import { RULES_KEY } from '../parts/rules.ts'
import { format } from '../texts/format.ts'
import { rules as t } from '../texts/rules.ts'

export function AddEntries() {
  const id = useId()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [list, setList] = useState<ListName>('deny')
  const [note, setNote] = useState('')
  const entries = text.split(/[\s,;]+/).filter(Boolean)
  const add = useMutation({
    mutationFn: () => mailsift.account.listEntries.add({ list, entries, note }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: RULES_KEY })
      setText('')
    },
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (entries.length > 0) add.mutate()
  }
  return (
    <Card title={t.add}>
      <form onSubmit={submit} className="grid gap-4">
        <div>
          <label htmlFor={id} className="mb-1 block text-sm font-medium">
            {t.entries}
          </label>
          <textarea
            id={id}
            rows={3}
            value={text}
            spellCheck={false}
            autoCapitalize="none"
            aria-describedby={`${id}-hint`}
            onChange={(event) => {
              setText(event.target.value)
              add.reset()
            }}
            className="block w-full rounded-md border border-edge bg-paper px-3 py-2 font-mono text-sm hover:border-soft"
          />
          <p id={`${id}-hint`} className="mt-1 text-sm text-soft">
            {t.entriesHint}
          </p>
        </div>
        <div className="grid gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <Choice
            label={t.list}
            value={list}
            options={LISTS.map((value) => ({ value, label: t.lists[value] }))}
            onChange={setList}
          />
          <Field
            label={t.note}
            hint={t.noteHint}
            value={note}
            maxLength={200}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
        <Problem error={add.error} />
        {add.data && (
          <Notice tone="safe" role="status">
            {format(t.added, add.data)}
          </Notice>
        )}
        <div>
          <Button look="main" type="submit" disabled={add.isPending || entries.length === 0}>
            {add.isPending ? t.adding : t.add}
          </Button>
        </div>
      </form>
    </Card>
  )
}

const LISTS: readonly ListName[] = ['deny', 'allow']
