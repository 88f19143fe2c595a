import { TOKEN_NAME_MAX_CHARACTERS } from '@mailsift/contract/limits'
import type { SiteKey } from '@mailsift/sdk'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useId } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Snippet } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { common } from '../texts/common.ts'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { siteKeys as t } from '../texts/site-keys.ts'

const ELEMENT = `<mailsift-guard block="disposable">
  <input type="email" name="email">
</mailsift-guard>`

export function NewSiteKey({ onMade, onClose }: { onMade(): void; onClose(): void }) {
  const id = useId()
  const make = useMutation({
    mutationFn: (body: { name: string; origins: string[] }) => mailsift.account.siteKeys.make(body),
    onSuccess: onMade,
  })
  if (make.data) return <SiteKeyCode siteKey={make.data} onClose={onClose} />
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const origins = String(form.get('origins')).split(/\s+/).filter(Boolean)
    make.mutate({ name: String(form.get('name')).trim(), origins })
  }
  return (
    <Dialog title={t.make} description={t.emptyWhy} open onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label={t.name}
          name="name"
          hint={t.nameHint}
          maxLength={TOKEN_NAME_MAX_CHARACTERS}
          required
          autoFocus
          autoComplete="off"
        />
        <div>
          <label htmlFor={id} className="mb-1 block text-sm font-medium">
            {t.origins}
          </label>
          <textarea
            id={id}
            name="origins"
            rows={2}
            required
            spellCheck={false}
            autoCapitalize="none"
            aria-describedby={`${id}-hint`}
            className="block w-full rounded-md border border-edge bg-paper px-3 py-2 font-mono text-sm hover:border-soft"
          />
          <p id={`${id}-hint`} className="mt-1 text-sm text-soft">
            {t.originsHint}
          </p>
        </div>
        <Problem error={make.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="main" type="submit" disabled={make.isPending}>
            {t.make}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The snippet for a page. It is not secret, so it can be shown again. */
export function SiteKeyCode({ siteKey, onClose }: { siteKey: SiteKey; onClose(): void }) {
  return (
    <Dialog
      title={format(t.codeTitle, { name: isolated(siteKey.name) })}
      description={t.codeWhy}
      open
      wide
      onClose={onClose}
    >
      <div className="grid gap-4">
        <Snippet text={siteKey.script_tag} label={t.script} />
        <Snippet text={ELEMENT} label={t.element} />
        <div className="flex justify-end">
          <Button look="main" onClick={onClose}>
            {t.done}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
