import type { SecondFactorSetup } from '@mailsift/sdk'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Snippet } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { Card } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { Tag } from '../parts/status.tsx'
import { useRefreshSession, useSession } from '../session/session.ts'
import { texts } from '../texts.ts'

const t = texts.secondFactor

export function SecondFactor() {
  const { data: session } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!session) return null
  const isOn = session.second_factor
  return (
    <Card title={t.title} aside={<Tag tone={isOn ? 'safe' : 'plain'}>{isOn ? t.on : t.off}</Tag>}>
      <p className="text-sm text-soft">{session.has_password ? t.why : t.needsPassword}</p>
      <Button className="mt-3" disabled={!session.has_password} onClick={() => setOpen(true)}>
        {isOn ? t.switchOff : t.setUp}
      </Button>
      {isOpen && (isOn ? <SwitchOff onClose={() => setOpen(false)} /> : <SetUp onClose={() => setOpen(false)} />)}
    </Card>
  )
}

function SetUp({ onClose }: { onClose(): void }) {
  const refresh = useRefreshSession()
  const begin = useMutation({ mutationFn: (password: string) => mailsift.account.secondFactor.setUp(password) })
  const confirm = useMutation({
    mutationFn: (code: string) => mailsift.account.secondFactor.confirm(code),
    onSuccess: async () => {
      await refresh()
      onClose()
    },
  })
  return (
    <Dialog title={t.setUp} open onClose={onClose} wide={Boolean(begin.data)}>
      {begin.data ? (
        <div className="grid gap-4">
          <Secrets setup={begin.data} />
          <OneField
            label={t.code}
            submit={t.confirm}
            name="code"
            error={confirm.error}
            isBusy={confirm.isPending}
            onSubmit={confirm.mutate}
          />
        </div>
      ) : (
        <OneField
          label={texts.password.current}
          submit={t.next}
          name="password"
          type="password"
          error={begin.error}
          isBusy={begin.isPending}
          onSubmit={begin.mutate}
        />
      )}
    </Dialog>
  )
}

function Secrets({ setup }: { setup: SecondFactorSetup }) {
  const secret = new URL(setup.totp_uri).searchParams.get('secret') ?? ''
  return (
    <>
      <p className="text-sm">{t.addSecret}</p>
      <Snippet text={secret} label={t.secret} />
      <p className="text-sm text-soft">
        <a className="text-accent underline" href={setup.totp_uri}>
          {t.openApp}
        </a>
      </p>
      <p className="text-sm">{t.backupCodes}</p>
      <Snippet text={setup.backup_codes.join('\n')} label={t.backupTitle} />
    </>
  )
}

function SwitchOff({ onClose }: { onClose(): void }) {
  const refresh = useRefreshSession()
  const disable = useMutation({
    mutationFn: (password: string) => mailsift.account.secondFactor.disable(password),
    onSuccess: async () => {
      await refresh()
      onClose()
    },
  })
  return (
    <Dialog title={t.switchOff} description={t.switchOffWhy} open onClose={onClose}>
      <OneField
        label={texts.password.current}
        submit={t.switchOff}
        name="password"
        type="password"
        error={disable.error}
        isBusy={disable.isPending}
        onSubmit={disable.mutate}
      />
    </Dialog>
  )
}

function OneField({
  label,
  name,
  type,
  submit,
  error,
  isBusy,
  onSubmit,
}: {
  label: string
  name: string
  type?: 'password'
  submit: string
  error: unknown
  isBusy: boolean
  onSubmit(value: string): void
}) {
  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit(String(new FormData(event.currentTarget).get(name)).trim())
  }
  return (
    <form onSubmit={send} className="grid gap-4">
      <Field
        key={name}
        label={label}
        name={name}
        type={type ?? 'text'}
        autoComplete={type ? 'current-password' : 'one-time-code'}
        required
        autoFocus
      />
      <Problem error={error} />
      <div className="flex justify-end">
        <Button look="main" type="submit" disabled={isBusy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
