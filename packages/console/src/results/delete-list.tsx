import { CONSOLE_PATHS } from '@mailsift/contract/console'
import type { SubmittedList } from '@mailsift/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { mailsift } from '../api/client.ts'
import { forgetList } from '../clean/kept.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { deleteList as t } from '../texts/results.ts'
import { ENDS } from './list-state.ts'

export function DeleteList({ list }: { list: SubmittedList }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [isAsked, setAsked] = useState(false)
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: () => mailsift.account.lists.delete(list.id),
    onSuccess: async () => {
      forgetList(list.id)
      await client.invalidateQueries({ queryKey: ['lists'] })
      navigate(CONSOLE_PATHS.files)
    },
  })
  const isRunning = list.submissions.some(({ submission }) => !ENDS.includes(submission.status))
  return (
    <>
      <Button look="danger" onClick={() => setAsked(true)}>
        <Trash2 aria-hidden />
        {t.delete}
      </Button>
      {isAsked && (
        <Confirm
          title={t.title}
          submit={t.confirm}
          error={remove.error}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsked(false)}
        >
          {isRunning ? t.whyRunning : t.why}
        </Confirm>
      )}
    </>
  )
}
