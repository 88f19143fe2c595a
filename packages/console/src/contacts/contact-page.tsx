import { CONSOLE_PATHS } from '@mailsift/contract/console'
import { CONTACT_NAME_MAX_CHARACTERS } from '@mailsift/contract/limits'
import { type Contact, isApiError } from '@mailsift/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { mailsift } from '../api/client.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Field } from '../parts/field.tsx'
import { Loading } from '../parts/loading.tsx'
import { Card, Empty, Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { common } from '../texts/common.ts'
import { contacts as t } from '../texts/contacts.ts'
import { Merged, Sources } from './enrichment.tsx'
import { Mailbox } from './mailbox.tsx'
import { StateTag } from './state-tag.tsx'

const BUSY = ['pending', 'updating', 'retrying']

export default function ContactPage() {
  const { contactId = '' } = useParams<{ contactId: string }>()
  const key = ['contact', contactId]
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [isDeleting, setDeleting] = useState(false)
  const contact = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => mailsift.contacts.get(contactId, { signal }),
    refetchInterval: ({ state }) => (state.data && BUSY.includes(state.data.enrichmentState) ? 3_000 : false),
  })
  const remove = useMutation({
    mutationFn: () => mailsift.contacts.delete(contactId),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['contacts'] })
      navigate(CONSOLE_PATHS.contacts)
    },
  })
  const data = contact.data
  const name =
    data && ([data.firstName, data.lastName].filter(Boolean).join(' ') || data.enrichment.person.name || data.email)
  return (
    <Page
      title={name ?? t.one}
      lead={data && name !== data.email ? <span className="font-mono break-all">{data.email}</span> : undefined}
      actions={
        <>
          <ButtonLink href={CONSOLE_PATHS.contacts}>{t.all}</ButtonLink>
          {data && (
            <Button look="danger" onClick={() => setDeleting(true)}>
              {t.delete}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        {isApiError(contact.error, 'not_found') ? (
          <Card>
            <Empty title={t.gone}>{t.goneWhy}</Empty>
          </Card>
        ) : (
          <Problem error={contact.error} onRetry={() => contact.refetch()} />
        )}
        {contact.isPending && !contact.error && <Loading />}
        {data && (
          <>
            <div className="grid items-start gap-5 lg:grid-cols-2">
              <Card title={t.edit} aside={<StateTag state={data.enrichmentState} />}>
                <EditForm contact={data} onSaved={(saved) => client.setQueryData(key, saved)} />
              </Card>
              <Merged contact={data} />
            </div>
            <Mailbox email={data.email} />
            <Sources enrichment={data.enrichment} />
          </>
        )}
      </div>
      {isDeleting && (
        <Confirm
          title={t.deleteTitle}
          submit={t.delete}
          error={remove.error}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setDeleting(false)}
        >
          {t.deleteWhy}
        </Confirm>
      )}
    </Page>
  )
}

/** Typed text survives a refetch of the contact; saved text is shown as stored. */
function EditForm({ contact, onSaved }: { contact: Contact; onSaved(contact: Contact): void }) {
  const form = useRef<HTMLFormElement>(null)
  const save = useMutation({
    mutationFn: (form: FormData) =>
      mailsift.contacts.update(contact.id, {
        email: String(form.get('email')),
        firstName: String(form.get('firstName')),
        lastName: String(form.get('lastName')),
      }),
    onSuccess: onSaved,
  })
  useEffect(() => {
    if (save.data) form.current?.reset()
  }, [save.data])
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    save.mutate(new FormData(event.currentTarget))
  }
  return (
    <form ref={form} onSubmit={submit} onInput={() => save.isSuccess && save.reset()} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t.firstName}
          name="firstName"
          defaultValue={contact.firstName ?? ''}
          maxLength={CONTACT_NAME_MAX_CHARACTERS}
        />
        <Field
          label={t.lastName}
          name="lastName"
          defaultValue={contact.lastName ?? ''}
          maxLength={CONTACT_NAME_MAX_CHARACTERS}
        />
      </div>
      <Field label={t.email} name="email" defaultValue={contact.email} hint={t.emailHint} required />
      <Problem error={save.error} />
      <div className="flex items-center gap-3">
        <Button look="main" type="submit" disabled={save.isPending}>
          {common.save}
        </Button>
        {save.isSuccess && (
          <span role="status" className="text-sm text-safe">
            {t.saved}
          </span>
        )}
      </div>
    </form>
  )
}
