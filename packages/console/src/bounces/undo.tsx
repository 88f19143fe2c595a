import type { UndoBouncesBody } from '@mailsift/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Choice, Field } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { Time } from '../parts/time.tsx'
import { bounces } from '../texts/bounces.ts'
import { format } from '../texts/format.ts'
import { BURSTS, SUPPRESSIONS, UNDOS } from './query-keys.ts'

const t = bounces.undo

/** `sources` are the available choices; only admins can see them. */
export function UndoBounces({ sources }: { sources: readonly { id: string; name: string }[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Undo2 aria-hidden />
        {t.open}
      </Button>
      {isOpen && <UndoDialog sources={sources} onClose={() => setOpen(false)} />}
    </>
  )
}

function UndoDialog({ sources, onClose }: { sources: readonly { id: string; name: string }[]; onClose(): void }) {
  const client = useQueryClient()
  const [origin, setOrigin] = useState('')
  const [[since, until], setSpan] = useState(['', ''])
  const undos = useQuery({ queryKey: UNDOS, queryFn: ({ signal }) => mailsift.bounces.undos({ signal }) })
  const undo = useMutation({
    mutationFn: (which: UndoBouncesBody) => mailsift.bounces.undo(which),
    onSettled: () =>
      Promise.all([SUPPRESSIONS, BURSTS, UNDOS].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    undo.mutate({
      ...(origin === 'upload' || origin === 'events' ? { origin } : origin && { source_id: origin }),
      // Local time of the browser.
      ...(since && { since: new Date(since).toISOString() }),
      ...(until && { until: new Date(until).toISOString() }),
    })
  }
  return (
    <Dialog title={t.title} description={t.why} open onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <Choice
          label={t.origin}
          value={origin}
          onChange={setOrigin}
          options={[
            { value: '', label: t.any },
            { value: 'upload', label: bounces.origins.upload },
            { value: 'events', label: bounces.origins.events },
            ...sources.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Field
          label={t.since}
          type="datetime-local"
          value={since}
          onChange={({ target }) => setSpan([target.value, until])}
        />
        <Field
          label={t.until}
          type="datetime-local"
          value={until}
          onChange={({ target }) => setSpan([since, target.value])}
        />
        <Problem error={undo.error ?? undos.error} />
        <p role="status" className="text-sm empty:hidden">
          {undo.data && format(t.done, { bounces: undo.data.bounces, suppressions: undo.data.suppressions })}
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.close}</Button>
          <Button look="danger" type="submit" disabled={undo.isPending || !(origin || since || until)}>
            {t.submit}
          </Button>
        </div>
        {undos.data && undos.data.length > 0 && (
          <ul aria-label={t.earlier} className="grid gap-1 border-t border-edge pt-3 text-sm text-soft">
            {undos.data.slice(0, 5).map(({ at, bounces: count }) => (
              <li key={at}>
                <Time at={at} />: {format(t.undone, { count })}
              </li>
            ))}
          </ul>
        )}
      </form>
    </Dialog>
  )
}
