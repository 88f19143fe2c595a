import type { Identity } from '@mailsift/sdk'
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
import { useLastSession } from '../session/session.ts'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { password } from '../texts/session.ts'
import { identities as t } from '../texts/settings.ts'

const KEY = ['identities']

/** Shown if the installation has identity providers. */
export function Identities() {
  const { providers } = useSignInOptions()
  const client = useQueryClient()
  const list = useQuery({ queryKey: KEY, queryFn: ({ signal }) => mailsift.account.identities.list({ signal }) })
  const [linking, setLinking] = useState<{ id: string; name: string }>()
  const [leaving, setLeaving] = useState<Identity>()
  const unlink = useMutation({
    mutationFn: (id: string) => mailsift.account.identities.unlink(id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: KEY })
      setLeaving(undefined)
    },
  })
  if (providers.length === 0 && !list.data?.items.length) return null
  const columns: readonly Column<Identity>[] = [
    { title: t.provider, kind: 'name', cell: ({ provider }) => provider.name },
    { title: t.linked, cell: ({ linked_at }) => <Time at={linked_at} style="day" /> },
    {
      title: t.lastUsed,
      cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} style="day" /> : t.never),
    },
    actionsOf((identity: Identity) => (
      <Button look="danger" onClick={() => setLeaving(identity)}>
        {t.unlink}
      </Button>
    )),
  ]
  return (
    <>
      <Listing
        query={list}
        label={t.title}
        title={t.title}
        aside={
          <span className="flex flex-wrap gap-2">
            {providers.map((provider) => (
              <Button key={provider.id} onClick={() => setLinking(provider)}>
                {format(t.link, { provider: isolated(provider.name) })}
              </Button>
            ))}
          </span>
        }
        rows={list.data?.items}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<p className="px-4 py-3 text-sm text-soft sm:px-5">{t.why}</p>}
      />
      {linking && <Link provider={linking} onClose={() => setLinking(undefined)} />}
      {leaving && (
        <Confirm
          title={format(t.unlinkTitle, { provider: isolated(leaving.provider.name) })}
          submit={t.unlink}
          error={unlink.error}
          isBusy={unlink.isPending}
          onConfirm={() => unlink.mutate(leaving.id)}
          onClose={() => setLeaving(undefined)}
        >
          {t.unlinkWhy}
        </Confirm>
      )}
    </>
  )
}

function Link({ provider: { id, name }, onClose }: { provider: { id: string; name: string }; onClose(): void }) {
  const session = useLastSession()
  const needsPassword = Boolean(session?.has_password && session.password_sign_in)
  const begin = useMutation({
    mutationFn: async (given: string) => {
      const body = { provider: id, ...(needsPassword && { password: given }) }
      const { redirect_to } = await mailsift.account.identities.begin(body)
      location.assign(redirect_to)
    },
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    begin.mutate(String(new FormData(event.currentTarget).get('password') ?? ''))
  }
  const values = { provider: isolated(name) }
  return (
    <Dialog title={format(t.link, values)} description={format(t.linkWhy, values)} open onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        {needsPassword && (
          <Field
            label={password.current}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            autoFocus
          />
        )}
        <Problem error={begin.error} />
        <div className="flex justify-end">
          <Button look="main" type="submit" disabled={begin.isPending || begin.isSuccess}>
            {t.continue}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
