import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mailsift } from '../api/client.ts'
import { Problem } from '../parts/problem.tsx'
import { contactSaving as t } from '../texts/clean.ts'

const KEY = ['contact-saving']

/**
 * Domain checks create contacts from safe addresses. The account decides once whether it wants that, and can change it
 * here.
 */
export function ContactSavingChoice({ onReady }: { onReady(isReady: boolean): void }) {
  const client = useQueryClient()
  const setting = useQuery({ queryKey: KEY, queryFn: ({ signal }) => mailsift.account.contactSaving.get({ signal }) })
  const choose = useMutation({
    networkMode: 'always',
    mutationFn: (save: boolean) => mailsift.account.contactSaving.set(save),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
  const chosen = choose.isPending ? choose.variables : (setting.data?.save ?? undefined)
  // If the setting cannot be read, submitting shows the error.
  const isReady = (chosen !== undefined && !choose.isPending) || setting.isError
  useEffect(() => onReady(isReady), [isReady, onReady])
  if (!setting.data) return null
  return (
    <fieldset className="min-w-0 rounded-md border border-line px-3.5 py-3">
      <legend className="px-1 text-sm font-medium">{t.question}</legend>
      <p className="mb-2 text-sm text-soft">{t.what}</p>
      <div className="grid gap-1.5">
        {([true, false] as const).map((save) => (
          <label key={String(save)} className="flex min-w-0 items-start gap-2.5">
            <input
              type="radio"
              name="save-contacts"
              checked={chosen === save}
              onChange={() => choose.mutate(save)}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span>{save ? t.yes : t.no}</span>
          </label>
        ))}
      </div>
      <Problem error={choose.error} />
    </fieldset>
  )
}
