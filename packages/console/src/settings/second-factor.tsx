import type { SecondFactorSetup } from '@mailsift/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { encode } from 'uqr'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Snippet } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { Card } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { Tag } from '../parts/status.tsx'
import { useLastSession, useRefreshSession } from '../session/session.ts'
import { password } from '../texts/session.ts'
import { secondFactor as t } from '../texts/settings.ts'

export function SecondFactor({ title = t.title }: { title?: string }) {
  const session = useLastSession()
  // The open dialog keeps its mode although the session has already changed.
  const [begun, setBegun] = useState<'setUp' | 'switchOff' | 'newCodes'>()
  const close = () => setBegun(undefined)
  // A code is requested only after a password.
  if (!session || (!session.password_sign_in && !session.second_factor)) return null
  const isOn = session.second_factor
  return (
    <Card title={title} aside={<Tag tone={isOn ? 'safe' : 'plain'}>{isOn ? t.on : t.off}</Tag>}>
      <p className="text-sm text-soft">{session.has_password ? t.why : t.needsPassword}</p>
      <Button className="mt-3" disabled={!session.has_password} onClick={() => setBegun(isOn ? 'switchOff' : 'setUp')}>
        {isOn ? t.switchOff : t.setUp}
      </Button>
      {isOn && (
        <Button className="mt-3 ml-2" onClick={() => setBegun('newCodes')}>
          {t.newCodes}
        </Button>
      )}
      {begun === 'newCodes' && <NewCodes onClose={close} />}
      {begun === 'setUp' && <SetUp onClose={close} />}
      {begun === 'switchOff' && <SwitchOff onClose={close} />}
    </Card>
  )
}

/** Changes the second factor and refreshes the session. */
function useChange(change: (value: string) => Promise<unknown>, onDone: () => void) {
  const refresh = useRefreshSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await refresh()
      // The team shows who uses it.
      await client.invalidateQueries({ queryKey: ['members'] })
      onDone()
    },
  })
}

function SetUp({ onClose }: { onClose(): void }) {
  const begin = useMutation({ mutationFn: (password: string) => mailsift.account.secondFactor.setUp(password) })
  const confirm = useChange((code) => mailsift.account.secondFactor.confirm(code), onClose)
  return (
    <Dialog title={t.setUp} open onClose={onClose} wide={Boolean(begin.data)}>
      {begin.data ? (
        <div className="grid gap-4">
          <Secrets setup={begin.data} />
          <OneField step={confirm} label={t.code} submit={t.confirm} type="text" />
        </div>
      ) : (
        <OneField step={begin} label={password.current} submit={t.next} type="password" />
      )}
    </Dialog>
  )
}

function Secrets({ setup }: { setup: SecondFactorSetup }) {
  const secret = new URL(setup.totp_uri).searchParams.get('secret') ?? ''
  return (
    <>
      <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)]">
        <QrCode text={setup.totp_uri} />
        <div className="grid min-w-0 gap-3">
          <p className="text-sm">{t.addSecret}</p>
          <Snippet text={secret} label={t.secret} />
          <p className="text-sm">
            <a className="text-accent underline" href={setup.totp_uri}>
              {t.openApp}
            </a>
          </p>
        </div>
      </div>
      <p className="text-sm">{t.backupCodes}</p>
      <Snippet text={setup.backup_codes.join('\n')} label={t.backupTitle} columns />
    </>
  )
}

/** Dark on light in every theme, with the margin that scanners need. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 0 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={t.qrCode}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
      className="size-48 justify-self-center rounded-md bg-[#fff] sm:justify-self-start"
    >
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}

function SwitchOff({ onClose }: { onClose(): void }) {
  const disable = useChange((code) => mailsift.account.secondFactor.disable(code), onClose)
  return (
    <Dialog title={t.switchOff} description={t.switchOffWhy} open onClose={onClose}>
      <OneField step={disable} label={password.current} submit={t.switchOff} type="password" />
    </Dialog>
  )
}

function NewCodes({ onClose }: { onClose(): void }) {
  const make = useMutation({ mutationFn: (value: string) => mailsift.account.secondFactor.makeBackupCodes(value) })
  return (
    <Dialog
      title={t.newCodes}
      description={make.data ? t.newCodesMade : t.newCodesWhy}
      open
      // Escape must not close a dialog whose content is shown only once.
      onClose={make.data ? undefined : onClose}
    >
      {make.data ? (
        <div className="grid gap-4">
          <Snippet text={make.data.backup_codes.join('\n')} label={t.backupTitle} columns />
          <div className="flex justify-end">
            <Button look="main" onClick={onClose}>
              {t.savedCodes}
            </Button>
          </div>
        </div>
      ) : (
        <OneField step={make} label={password.current} submit={t.makeCodes} type="password" />
      )}
    </Dialog>
  )
}

/** A step with one field: the password, or a code. */
function OneField({
  step: { mutate, error, isPending },
  label,
  submit,
  type,
}: {
  step: { mutate(value: string): void; error: unknown; isPending: boolean }
  label: string
  submit: string
  type: 'password' | 'text'
}) {
  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const value = String(new FormData(event.currentTarget).get('value'))
    // Apps show codes in groups, so spaces are removed; in a password, every character counts.
    mutate(type === 'password' ? value : value.replaceAll(/\s/g, ''))
  }
  return (
    <form onSubmit={send} className="grid gap-4">
      <Field
        key={type}
        label={label}
        name="value"
        type={type}
        autoComplete={type === 'password' ? 'current-password' : 'one-time-code'}
        required
        autoFocus
      />
      <Problem error={error} />
      <div className="flex justify-end">
        <Button look="main" type="submit" disabled={isPending}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
