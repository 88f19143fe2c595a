import { TOKEN_NAME_MAX_CHARACTERS } from '@mailsift/contract/limits'
import type { IssuedToken, IssueTokenBody } from '@mailsift/sdk'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Snippet } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Check, Choice, Field } from '../parts/field.tsx'
import { focusArrived } from '../parts/focus.ts'
import { Notice, Problem } from '../parts/problem.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { common } from '../texts/common.ts'
import { tokens as t } from '../texts/tokens.ts'
import { LANGUAGES, type Language, SNIPPETS } from './snippets.ts'

const DEFAULT_SCOPES = ['validate', 'bulk', 'contacts'] as const
const SCOPES = [...DEFAULT_SCOPES, 'audit'] as const
const LIVES = ['0', '30', '90', '365'] as const
type Life = (typeof LIVES)[number]
const DAY_MS = 86_400_000

/** Shown only once: closing the dialog discards the token. */
export function NewToken({ onMade, onClose }: { onMade(): void; onClose(): void }) {
  const make = useMutation({
    mutationFn: (body: IssueTokenBody) => mailsift.account.tokens.issue(body),
    onSuccess: onMade,
  })
  return (
    <Dialog
      title={make.data ? t.madeTitle : t.make}
      open
      wide={Boolean(make.data)}
      // Escape must not close a dialog whose content is shown only once.
      onClose={make.data ? undefined : onClose}
    >
      {make.data ? (
        <Made issued={make.data} onClose={onClose} />
      ) : (
        <Form onSubmit={make.mutate} error={make.error} isBusy={make.isPending} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Form({
  onSubmit,
  error,
  isBusy,
  onClose,
}: {
  onSubmit(body: IssueTokenBody): void
  error: unknown
  isBusy: boolean
  onClose(): void
}) {
  const [life, setLife] = useState<Life>('0')
  const [permission, setPermission] = useState<'read' | 'write'>('write')
  const [scopes, setScopes] = useState<readonly (typeof SCOPES)[number][]>(DEFAULT_SCOPES)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    onSubmit({
      name,
      permission,
      scopes: [...scopes],
      ...(life !== '0' && { expires_at: new Date(Date.now() + Number(life) * DAY_MS).toISOString() }),
    })
  }
  return (
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
      <Choice
        label={t.permission}
        value={permission}
        options={(['write', 'read'] as const).map((value) => ({ value, label: t.permissionsLong[value] }))}
        onChange={setPermission}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-medium">{t.scopesLegend}</legend>
        <div className="grid gap-1.5">
          {SCOPES.map((scope) => (
            <Check
              key={scope}
              label={t.scopesLong[scope]}
              checked={scopes.includes(scope)}
              onChange={(event) =>
                setScopes(event.target.checked ? [...scopes, scope] : scopes.filter((each) => each !== scope))
              }
            />
          ))}
        </div>
      </fieldset>
      <Choice
        label={t.ends}
        value={life}
        options={LIVES.map((value) => ({ value, label: t.lives[value] }))}
        onChange={setLife}
      />
      <Problem error={error} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button look="main" type="submit" disabled={isBusy || scopes.length === 0}>
          {t.make}
        </Button>
      </div>
    </form>
  )
}

export function Made({ issued, onClose }: { issued: IssuedToken; onClose(): void }) {
  const [language, setLanguage] = useState<Language>('curl')
  return (
    <div className="grid gap-4">
      <div ref={focusArrived} tabIndex={-1} className="outline-none">
        <Notice tone="risky" role="status">
          {t.once}
        </Notice>
      </div>
      <Snippet text={issued.token} label={t.theToken} />
      <h3 className="mt-1 font-medium">{t.firstCall}</h3>
      <Tabs
        label={t.firstCall}
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: value }))}
        onChange={setLanguage}
      >
        <Snippet text={SNIPPETS[language](issued.token, t.exampleAddress)} label={language} />
      </Tabs>
      <div className="flex justify-end">
        <Button look="main" onClick={onClose}>
          {t.kept}
        </Button>
      </div>
    </div>
  )
}
