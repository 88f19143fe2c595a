import type { BounceSource, BounceSourceKind, MadeBounceSource, MakeBounceSourceBody } from '@mailsift/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Snippet } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Choice, Field } from '../parts/field.tsx'
import { Listing } from '../parts/listing.tsx'
import { Empty } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { actionsOf, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { bounces } from '../texts/bounces.ts'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { SOURCES } from './query-keys.ts'

const t = bounces.sources

export function Sources() {
  const client = useQueryClient()
  const sources = useQuery({ queryKey: SOURCES, queryFn: ({ signal }) => mailsift.bounces.sources.list({ signal }) })
  const [isMaking, setMaking] = useState(false)
  const [removing, setRemoving] = useState<BounceSource>()
  const [rekeying, setRekeying] = useState<BounceSource>()
  const [rotating, setRotating] = useState<BounceSource>()
  const refresh = () => client.invalidateQueries({ queryKey: SOURCES })
  const remove = useMutation({
    mutationFn: ({ id }: BounceSource) => mailsift.bounces.sources.remove(id),
    onSuccess: async () => {
      await refresh()
      setRemoving(undefined)
    },
  })
  const make = (
    <Button onClick={() => setMaking(true)}>
      <Plus aria-hidden />
      {t.make}
    </Button>
  )
  const removeColumn = actionsOf((source: BounceSource) => (
    <div className="flex justify-end gap-2">
      {source.kind !== 'postmark' && (
        <Button onClick={() => setRekeying(source)}>{source.kind === 'imap' ? t.replacePassword : t.replaceKey}</Button>
      )}
      {source.kind !== 'imap' && (
        <Button aria-label={format(t.rotateNamed, { name: source.name })} onClick={() => setRotating(source)}>
          {t.rotate}
        </Button>
      )}
      <Button
        look="danger"
        aria-label={format(t.removeNamed, { name: source.name })}
        onClick={() => setRemoving(source)}
      >
        {t.remove}
      </Button>
    </div>
  ))
  return (
    <div className="grid gap-3">
      <Listing
        query={sources}
        label={t.title}
        title={t.title}
        aside={make}
        rows={sources.data}
        columns={[...COLUMNS, removeColumn]}
        keyOf={({ id }) => id}
        empty={<Empty title={t.empty}>{t.emptyWhy}</Empty>}
      />
      {rekeying && <ReplaceKey source={rekeying} onReplaced={refresh} onClose={() => setRekeying(undefined)} />}
      {rotating && <Rotate source={rotating} onRotated={refresh} onClose={() => setRotating(undefined)} />}
      {isMaking && <NewSource onMade={refresh} onClose={() => setMaking(false)} />}
      {removing && (
        <Confirm
          title={format(t.removeTitle, { name: isolated(removing.name) })}
          submit={t.remove}
          error={remove.error}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(removing)}
          onClose={() => setRemoving(undefined)}
        >
          {t.removeWhy}
        </Confirm>
      )}
    </div>
  )
}

const COLUMNS: readonly Column<BounceSource>[] = [
  { title: t.name, kind: 'name', cell: ({ name }) => <span className="font-medium break-words">{name}</span> },
  { title: t.kind, cell: ({ kind }) => t.kinds[kind] },
  {
    title: t.last,
    cell: ({ last_report_at, confirmation_url, ignored_count, picked_up_at, problem }) => {
      if (confirmation_url)
        return (
          <a href={confirmation_url} target="_blank" rel="noopener noreferrer" className="text-accent underline">
            {t.confirm}
          </a>
        )
      return (
        <>
          {last_report_at ? <Time at={last_report_at} style="ago" /> : <span className="text-soft">{t.never}</span>}
          {picked_up_at && (
            <span className="block text-sm text-soft">
              {t.pickedUp} <Time at={picked_up_at} style="ago" />
            </span>
          )}
          {problem && <span className="block text-sm text-unsafe">{t.problems[problem]}</span>}
          {ignored_count > 0 && (
            <span className="block text-sm text-soft" title={t.ignoredWhy}>
              {format(t.ignored, { count: ignored_count })}
            </span>
          )}
        </>
      )
    },
  },
]

/** Shown only once: closing the dialog discards the URL. */
function NewSource({ onMade, onClose }: { onMade(): unknown; onClose(): void }) {
  const [kind, setKind] = useState<BounceSourceKind>('ses')
  const make = useMutation({
    mutationFn: (body: MakeBounceSourceBody) => mailsift.bounces.sources.make(body),
    onSuccess: onMade,
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const [name = '', key = '', topic = ''] = ['name', 'key', 'topic'].map((field) =>
      String(given.get(field) ?? '').trim(),
    )
    const [host, user, folder] = ['host', 'user', 'folder'].map((field) => String(given.get(field) ?? '').trim())
    const mailbox = kind === 'imap' && { mailbox: { host, user, folder, delete_read: given.has('delete_read') } }
    make.mutate({ kind, name, ...(key && { key }), ...(topic && { topic }), ...mailbox } as MakeBounceSourceBody)
  }
  const keyLabel = kind === 'mail' || kind === 'imap' || kind === 'postmark' ? undefined : t.keys[kind]
  return (
    <Dialog title={make.data ? t.madeTitle : t.make} open wide onClose={make.data ? undefined : onClose}>
      {make.data ? (
        <Secrets made={make.data} why={make.data.source.kind === 'imap' ? t.imap.made : t.madeWhy} onClose={onClose} />
      ) : (
        <form onSubmit={submit} className="grid gap-4">
          <Field label={t.name} name="name" required maxLength={64} />
          <Choice
            label={t.kind}
            value={kind}
            onChange={setKind}
            options={(Object.keys(t.kinds) as BounceSourceKind[]).map((value) => ({ value, label: t.kinds[value] }))}
          />
          {keyLabel && <KeyField label={keyLabel} />}
          {kind === 'mail' && <Field label={t.verpKey} name="key" minLength={16} maxLength={8192} />}
          {kind === 'imap' && <MailboxFields />}
          {kind === 'ses' && <Field label={t.topic} name="topic" required maxLength={300} />}
          <Problem error={make.error} />
          <div>
            <Button look="main" type="submit" disabled={make.isPending}>
              {t.make}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

/** Shown only once, too. */
function Rotate({ source, onRotated, onClose }: { source: BounceSource; onRotated(): unknown; onClose(): void }) {
  const rotate = useMutation({
    mutationFn: () => mailsift.bounces.sources.rotate(source.id),
    onSuccess: onRotated,
  })
  if (rotate.data)
    return (
      <Dialog title={t.rotatedTitle} open wide>
        <Secrets made={rotate.data} why={t.madeWhy} onClose={onClose} />
      </Dialog>
    )
  return (
    <Confirm
      title={format(t.rotateTitle, { name: isolated(source.name) })}
      submit={t.rotate}
      error={rotate.error}
      isBusy={rotate.isPending}
      onConfirm={() => rotate.mutate()}
      onClose={onClose}
    >
      {t.rotateWhy}
    </Confirm>
  )
}

function Secrets({ made, why, onClose }: { made: MadeBounceSource; why: string; onClose(): void }) {
  return (
    <div className="grid gap-4">
      <p>{why}</p>
      {made.source.kind !== 'imap' && <Snippet text={made.url} label={t.url} />}
      {made.address && <Snippet text={made.address} label={t.mailAddress} />}
      <div>
        <Button look="main" onClick={onClose}>
          {t.done}
        </Button>
      </div>
    </div>
  )
}

function ReplaceKey({ source, onReplaced, onClose }: { source: BounceSource; onReplaced(): unknown; onClose(): void }) {
  const isPassword = source.kind === 'imap'
  const replace = useMutation({
    mutationFn: (key: string) => mailsift.bounces.sources.replaceKey(source.id, key),
    async onSuccess() {
      await onReplaced()
      onClose()
    },
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    replace.mutate(String(new FormData(event.currentTarget).get('key') ?? '').trim())
  }
  return (
    <Dialog title={isPassword ? t.replacePassword : t.replaceKey} open wide onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        {isPassword ? (
          <Field label={t.imap.password} name="key" type="password" required maxLength={8192} autoComplete="off" />
        ) : (
          <KeyField label={t.newKey} />
        )}
        <Problem error={replace.error} />
        <div>
          <Button look="main" type="submit" disabled={replace.isPending}>
            {t.replace}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function MailboxFields() {
  return (
    <>
      <Field label={t.imap.host} name="host" required maxLength={255} />
      <Field label={t.imap.user} name="user" required maxLength={255} autoComplete="off" />
      <Field label={t.imap.password} name="key" type="password" required maxLength={8192} autoComplete="off" />
      <Field label={t.imap.folder} name="folder" required maxLength={255} defaultValue="INBOX" />
      <label className="flex items-center gap-2 text-sm">
        <input type="checkbox" name="delete_read" />
        {t.imap.deleteRead}
      </label>
    </>
  )
}

/** A multi-line field, because a certificate has many lines. */
function KeyField({ label }: { label: string }) {
  return (
    <label className="block text-sm font-medium">
      {label}
      <textarea
        name="key"
        required
        rows={4}
        spellCheck={false}
        className="mt-1 block w-full rounded-md border border-edge bg-paper p-2 font-mono text-xs"
      />
    </label>
  )
}
