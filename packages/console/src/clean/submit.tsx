import { CONSOLE_PATHS } from '@mailsift/contract/console'
import { isApiError } from '@mailsift/sdk'
import { type PartPlace, submitParts } from '@mailsift/sdk/lists'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { mailsift } from '../api/client.ts'
import { PendingUploads } from '../files/pending-uploads.tsx'
import { Button, ButtonLink } from '../parts/button.tsx'
import { DnsWarning } from '../parts/dns-warning.tsx'
import { Check } from '../parts/field.tsx'
import { formatBytes, formatShare } from '../parts/numbers.ts'
import { Card } from '../parts/page.tsx'
import { Notice, Problem } from '../parts/problem.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { clean as t } from '../texts/clean.ts'
import { format } from '../texts/format.ts'
import { worker } from '../worker/client.ts'
import type { ListChoice, Preflight } from '../worker/list.ts'
import { ContactSavingChoice } from './contact-saving.tsx'
import { keepTrying } from './keep-trying.ts'
import {
  beginSubmission,
  changeSubmission,
  findSubmission,
  forgetSubmission,
  identityOf,
  newKey,
  newListId,
} from './kept.ts'
import { useLeaveWarning } from './leave-warning.ts'

const resultsPath = (listId: string) => CONSOLE_PATHS.group.replace(':groupId', listId)

const STARTS_OVER = ['idempotency_conflict', 'upload_expired', 'not_found', 'list_conflict'] as const

type Step =
  | { kind: 'preparing' }
  | { kind: 'away' }
  | ({ kind: 'sending'; sent: number; total: number } & PartPlace)
  | ({ kind: 'submitting' | 'waiting' } & PartPlace)

/** One button: shows the cost, then the upload with its progress, then opens the page of the group. */
export function Submit({ file, choice, preflight }: { file: File; choice: ListChoice; preflight: Preflight }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [withDomain, setWithDomain] = useState(true)
  const [isContactsReady, setContactsReady] = useState(false)
  const [step, setStep] = useState<Step>()
  const abort = useRef<AbortController>(undefined)
  const identity = identityOf(file, choice, withDomain)
  const known = findSubmission(identity)
  useEffect(() => () => abort.current?.abort(), [])
  useLeaveWarning(step !== undefined)

  const submit = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const controller = new AbortController()
      abort.current = controller
      setStep({ kind: 'preparing' })
      const { parts, emailColumn, fingerprint } = await worker.list.prepareUpload(file, choice)
      const total = parts.reduce((sum, { count }) => sum + count, 0)
      const send = async () => {
        const { key, groupIds, listId } = beginSubmission(identity, file.name)
        const name = nameFor(file.name)
        await mailsift.account.lists.create({ id: listId, name: file.name, parts: parts.length, total, fingerprint })
        await submitParts(mailsift, parts, {
          emailColumn,
          validateDomain: withDomain,
          filename: name,
          idempotencyKeyOf: (part) => `${key}-${part}`,
          submitted: groupIds,
          signal: controller.signal,
          onUploadProgress: ({ sentBytes, totalBytes }, place) =>
            setStep({ kind: 'sending', sent: sentBytes, total: totalBytes, ...place }),
          onSubmitting: (place) => setStep({ kind: 'submitting', ...place }),
          onSubmitted: async (id, place) => {
            await mailsift.account.lists.add(listId, id, { round: 0, ...place })
            // Another tab may have sent the same part.
            changeSubmission(identity, (kept) => ({ groupIds: [...new Set([...kept.groupIds, id])] }))
          },
          onProgress: (_group, place) => setStep({ kind: 'waiting', ...place }),
        })
        return listId
      }
      const sendUntilThere = () => keepTrying(send, controller.signal, () => setStep({ kind: 'away' }))
      try {
        return await sendUntilThere()
      } catch (error) {
        // Another file had the same name, size and date; its upload expired before it was submitted; or the list was
        // deleted.
        if (!STARTS_OVER.some((code) => isApiError(error, code))) throw error
        changeSubmission(identity, () => ({ key: newKey(), listId: newListId(), groupIds: [] }))
        return sendUntilThere()
      }
    },
    onSuccess: (listId) => {
      changeSubmission(identity, () => ({ isWhole: true }))
      void client.invalidateQueries({ queryKey: ['lists'] })
      navigate(resultsPath(listId))
    },
    onSettled: () => setStep(undefined),
  })

  return (
    <Card>
      <div className="grid gap-4">
        <Check
          label={t.withDomain}
          hint={t.withDomainHint}
          checked={withDomain}
          disabled={submit.isPending}
          onChange={(event) => setWithDomain(event.target.checked)}
        />
        {withDomain && (
          <>
            <ContactSavingChoice onReady={setContactsReady} />
            <DnsWarning />
          </>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-sm text-soft">
            {preflight.isDone ? format(t.cost, { count: preflight.units }) : t.costLater}
            {withDomain && !isContactsReady && <span className="block">{t.contactsFirst}</span>}
          </span>
          <Button
            look="main"
            disabled={
              !preflight.isDone || preflight.units === 0 || submit.isPending || (withDomain && !isContactsReady)
            }
            onClick={() => submit.mutate()}
          >
            {known && !known.isWhole ? t.resume : t.validate}
          </Button>
        </div>
      </div>
      <div className="grid gap-3 [&>*]:mt-4">
        {step && (
          <div className="flex items-end gap-4">
            <div className="min-w-0 flex-1">
              <StepView step={step} />
            </div>
            {/* Not in the place of the other button, where a double click would stop what it has just started. */}
            <Button onClick={() => abort.current?.abort()}>{t.stop}</Button>
          </div>
        )}
        {known?.isWhole && !submit.isPending && (
          <Notice
            tone="plain"
            role="status"
            action={
              <span className="flex flex-wrap gap-2">
                <ButtonLink href={resultsPath(known.listId)}>{t.openKnown}</ButtonLink>
                <Button
                  onClick={() => {
                    forgetSubmission(identity)
                    submit.mutate()
                  }}
                >
                  {t.again}
                </Button>
              </span>
            }
          >
            {t.known}
          </Notice>
        )}
        {!abort.current?.signal.aborted && <Problem error={submit.error} onRetry={() => submit.mutate()} />}
        {isApiError(submit.error, 'too_many_uploads') && <PendingUploads />}
        {submit.isError && abort.current?.signal.aborted && <Notice tone="plain">{t.stopped}</Notice>}
      </div>
    </Card>
  )
}

function StepView({ step }: { step: Step }) {
  if (step.kind === 'preparing' || step.kind === 'away') return <ProgressBar label={t.steps[step.kind]} />
  const isPart = step.parts > 1
  if (step.kind !== 'sending')
    return <ProgressBar label={isPart ? format(t.steps[`${step.kind}Part`], step) : t.steps[step.kind]} />
  const share = step.total === 0 ? 0 : step.sent / step.total
  const values = { ...step, sent: formatBytes(step.sent), total: formatBytes(step.total) }
  return (
    <ProgressBar
      label={isPart ? format(t.steps.sendingPart, values) : format(t.steps.sending, values)}
      share={share}
      aside={formatShare(share)}
    />
  )
}

/** The name under which the service stores it, with refused characters replaced. */
function nameFor(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}/\\]/gu, '_').slice(-200)
  return /\.(csv|tsv|txt)$/i.test(plain) ? plain : `${plain}.csv`
}
