import type { Passkey } from '@mailsift/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { Listing } from '../parts/listing.tsx'
import { Problem } from '../parts/problem.tsx'
import { actionsOf, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { useSignInOptions } from '../session/other-ways.tsx'
import { createPasskey, hasPasskeys } from '../session/passkey.ts'
import { useLastSession, useRefreshSession } from '../session/session.ts'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { password, passkeys as t } from '../texts/session.ts'

const KEY = ['passkeys']

export function usePasskeys() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => mailsift.account.passkeys.list({ signal }) })
}

export function Passkeys() {
  const client = useQueryClient()
  const options = useSignInOptions()
  const list = usePasskeys()
  const [open, setOpen] = useState<'add' | { change: 'rename' | 'remove'; passkey: Passkey }>()
  const close = () => setOpen(undefined)
  const remove = useMutation({
    mutationFn: (id: string) => mailsift.account.passkeys.remove(id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: KEY })
      close()
    },
  })
  const canAdd = options.passkeys && hasPasskeys
  const columns: readonly Column<Passkey>[] = [
    { title: t.name, kind: 'name', cell: ({ name }) => name },
    { title: t.added, cell: ({ created_at }) => <Time at={created_at} style="day" /> },
    {
      title: t.lastUsed,
      cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} style="day" /> : t.never),
    },
    actionsOf((passkey: Passkey) => (
      <span className="flex gap-2">
        <Button
          aria-label={format(t.renameOne, { name: isolated(passkey.name) })}
          onClick={() => setOpen({ change: 'rename', passkey })}
        >
          {t.rename}
        </Button>
        <Button
          look="danger"
          aria-label={format(t.removeOne, { name: isolated(passkey.name) })}
          onClick={() => setOpen({ change: 'remove', passkey })}
        >
          {t.remove}
        </Button>
      </span>
    )),
  ]
  return (
    <>
      <Listing
        query={list}
        label={t.title}
        title={t.title}
        aside={canAdd && <Button onClick={() => setOpen('add')}>{t.add}</Button>}
        rows={list.data?.items}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<p className="px-4 py-3 text-sm text-soft sm:px-5">{canAdd ? t.why : t.notHere}</p>}
      />
      {open === 'add' && <Add onClose={close} />}
      {typeof open === 'object' && open.change === 'rename' && <Rename passkey={open.passkey} onClose={close} />}
      {typeof open === 'object' && open.change === 'remove' && (
        <Confirm
          title={format(t.removeTitle, { name: isolated(open.passkey.name) })}
          submit={t.remove}
          error={remove.error}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(open.passkey.id)}
          onClose={close}
        >
          {t.removeWhy}
        </Confirm>
      )}
    </>
  )
}

function Add({ onClose }: { onClose(): void }) {
  const session = useLastSession()
  const refresh = useRefreshSession()
  const needsPassword = Boolean(session?.has_password && session.password_sign_in)
  return (
    <NameForm title={t.add} description={t.addWhy} submit={t.continue} needsPassword={needsPassword} onClose={onClose}>
      {async (name, given) => {
        await mailsift.account.passkeys.add(await createPasskey(name, given))
        // Where the account requires two-factor authentication, the passkey opens it.
        await refresh()
      }}
    </NameForm>
  )
}

function Rename({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose(): void }) {
  return (
    <NameForm title={t.rename} submit={t.save} initial={name} onClose={onClose}>
      {(changed) => mailsift.account.passkeys.rename(id, changed)}
    </NameForm>
  )
}

function NameForm({
  title,
  description,
  submit,
  initial = '',
  needsPassword = false,
  onClose,
  children: save,
}: {
  title: string
  description?: string
  submit: string
  initial?: string
  needsPassword?: boolean
  onClose(): void
  children(name: string, password: string | undefined): Promise<void>
}) {
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: async (form: HTMLFormElement) => {
      const data = new FormData(form)
      await save(String(data.get('name')).trim(), needsPassword ? String(data.get('password')) : undefined)
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: KEY })
      onClose()
    },
  })
  function submitForm(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    send.mutate(event.currentTarget)
  }
  return (
    <Dialog title={title} description={description} open onClose={onClose}>
      <form onSubmit={submitForm} className="grid gap-4">
        <Field label={t.name} hint={t.nameHint} name="name" defaultValue={initial} maxLength={64} required autoFocus />
        {needsPassword && (
          <Field label={password.current} name="password" type="password" autoComplete="current-password" required />
        )}
        <Problem error={send.error} />
        <div className="flex justify-end">
          <Button look="main" type="submit" disabled={send.isPending}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
