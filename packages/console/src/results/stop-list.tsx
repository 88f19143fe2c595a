import type { SubmittedList } from '@mailsift/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleStop } from 'lucide-react'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { stopList as t } from '../texts/results.ts'
import { listKey } from './list-state.ts'

export function StopList({ list }: { list: SubmittedList }) {
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const stop = useMutation({
    networkMode: 'always',
    mutationFn: () => mailsift.account.lists.stop(list.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['lists'] })
      await client.invalidateQueries({ queryKey: listKey(list.id) })
      setAsked(false)
    },
  })
  return (
    <>
      <Button onClick={() => setAsked(true)}>
        <CircleStop aria-hidden />
        {t.stop}
      </Button>
      {isAsked && (
        <Confirm
          title={t.title}
          submit={t.confirm}
          error={stop.error}
          isBusy={stop.isPending}
          onConfirm={() => stop.mutate()}
          onClose={() => setAsked(false)}
        >
          {t.why}
        </Confirm>
      )}
    </>
  )
}
