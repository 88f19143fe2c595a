import { CONSOLE_PATHS } from '@mailsift/contract/console'
import { isApiError } from '@mailsift/sdk'
import { type PartPlace, submitParts } from '@mailsift/sdk/lists'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { mailsift } from '../api/client.ts'
import { PendingUploads } from '../files/pending-uploads.tsx'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Check } from '../parts/field.tsx'
import { formatBytes, formatShare } from '../parts/numbers.ts'
import { Card } from '../parts/page.tsx'
import { Notice, Problem } from '../parts/problem.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { clean as t } from '../texts/clean.ts'
import { format } from '../texts/format.ts'
import { worker } from '../worker/client.ts'
import type { ListChoice, Preflight } from '../worker/list.ts'
import { beginSubmission, changeSubmission, findSubmission, forgetSubmission, identityOf, newKey } from './kept.ts'

/** Several are listed with all other files. */
const resultsPath = ([id, ...others]: readonly string[]) =>
  others.length > 0 ? CONSOLE_PATHS.files : CONSOLE_PATHS.group.replace(':groupId', id!)

type Step =
  | { kind: 'preparing' }
  | ({ kind: 'sending'; sent: number; total: number } & PartPlace)
  | ({ kind: 'submitting' | 'waiting' } & PartPlace)

/** One button: what it will cost, then the upload with its progress, then the page of the group. */
export function Submit({ file, choice, preflight }: { file: File; choice: ListChoice; preflight: Preflight }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [withDomain, setWithDomain] = useState(true)
  const [step, setStep] = useState<Step>()
  const abort = useRef<AbortController>(undefined)
  const identity = identityOf(file, choice, withDomain)
  const known = findSubmission(identity)
  useEffect(() => () => abort.current?.abort(), [])

  const submit = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const controller = new AbortController()
      abort.current = controller
      setStep({ kind: 'preparing' })
      const { parts, emailColumn } = await worker.list.prepareUpload(file, choice)
      const send = () => {
        const { key, groupIds } = beginSubmission(identity, file.name)
        return submitParts(mailsift, parts, {
          emailColumn,
          validateDomain: withDomain,
          filename: nameFor(file.name),
          idempotencyKeyOf: (part) => `${key}-${part}`,
          submitted: groupIds,
          signal: controller.signal,
          onUploadProgress: ({ sentBytes, totalBytes }, place) =>
            setStep({ kind: 'sending', sent: sentBytes, total: totalBytes, ...place }),
          onSubmitting: (place) => setStep({ kind: 'submitting', ...place }),
          // Another tab may have sent the same part.
          onSubmitted: (id) =>
            changeSubmission(identity, (kept) => ({ groupIds: [...new Set([...kept.groupIds, id])] })),
          onProgress: (_group, place) => setStep({ kind: 'waiting', ...place }),
        })
      }
      try {
        return await send()
      } catch (error) {
        // Another file had the same name, size and date; or its upload ended before it was submitted.
        if (!isApiError(error, 'idempotency_conflict') && !isApiError(error, 'upload_expired')) throw error
        changeSubmission(identity, () => ({ key: newKey() }))
        return send()
      }
    },
    onSuccess: (groupIds) => {
      changeSubmission(identity, () => ({ isWhole: true }))
      void client.invalidateQueries({ queryKey: ['submissions'] })
      navigate(resultsPath(groupIds))
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
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-sm text-soft">
            {preflight.isDone ? format(t.cost, { count: preflight.units }) : t.costLater}
          </span>
          <Button
            look="main"
            disabled={!preflight.isDone || preflight.units === 0 || submit.isPending}
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
            {/* In its own place: where it took that of the other button, a double click would stop what it had begun. */}
            <Button onClick={() => abort.current?.abort()}>{t.stop}</Button>
          </div>
        )}
        {known?.isWhole && !submit.isPending && (
          <Notice
            tone="plain"
            role="status"
            action={
              <span className="flex flex-wrap gap-2">
                <ButtonLink href={resultsPath(known.groupIds)}>{t.openKnown}</ButtonLink>
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
  if (step.kind === 'preparing') return <ProgressBar label={t.steps.preparing} />
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

/** The service keeps it under this name; what it would refuse is replaced. */
function nameFor(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}/\\]/gu, '_').slice(-200)
  return /\.(csv|tsv|txt)$/i.test(plain) ? plain : `${plain}.csv`
}
