import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Loading } from '../parts/loading.tsx'
import { Card } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { Tag } from '../parts/status.tsx'
import { Cell, Head, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'

const t = texts.settings
const KEY = ['sessions']

export function Sessions() {
  const client = useQueryClient()
  const sessions = useQuery({ queryKey: KEY, queryFn: ({ signal }) => mailsift.account.sessions.list({ signal }) })
  const [isEndingAll, setEndingAll] = useState(false)
  const end = useMutation({
    mutationFn: (id: string) => mailsift.account.sessions.end(id),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
  const endAll = useMutation({
    mutationFn: () => mailsift.account.sessions.endAll(),
    onSuccess: () => {
      client.clear()
      location.reload()
    },
  })
  return (
    <Card
      flush
      title={t.sessions}
      aside={
        <Button look="danger" onClick={() => setEndingAll(true)}>
          {t.endAll}
        </Button>
      }
    >
      {sessions.isPending && <Loading />}
      {(sessions.error || end.error) && (
        <div className="p-4">
          <Problem
            error={sessions.error ?? end.error}
            onRetry={sessions.error ? () => sessions.refetch() : undefined}
          />
        </div>
      )}
      {sessions.data && (
        <Table label={t.sessions}>
          <thead>
            <tr>
              <Head>{t.began}</Head>
              <Head>{t.from}</Head>
              <Head>{t.lastUsed}</Head>
              <Head>{t.sessionEnds}</Head>
              <Head>
                <span className="sr-only">{texts.tokens.actions}</span>
              </Head>
            </tr>
          </thead>
          <tbody>
            {sessions.data.items.map((session) => (
              <tr key={session.id} className="border-t border-line">
                <Cell isName>
                  <span className="flex flex-wrap items-center gap-2">
                    <Time at={session.created_at} />
                    {session.current && <Tag tone="accent">{t.thisOne}</Tag>}
                  </span>
                </Cell>
                <Cell>{session.network ? <code className="font-mono">{session.network}</code> : t.unknownNetwork}</Cell>
                <Cell>
                  <Time at={session.last_used_at} style="day" />
                </Cell>
                <Cell>
                  <Time at={session.expires_at} style="day" />
                </Cell>
                <Cell isEnd>
                  {!session.current && (
                    <Button look="danger" disabled={end.isPending} onClick={() => end.mutate(session.id)}>
                      {t.end}
                    </Button>
                  )}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {isEndingAll && (
        <Confirm
          title={t.endAllTitle}
          submit={t.endAll}
          error={endAll.error}
          isBusy={endAll.isPending}
          onConfirm={() => endAll.mutate()}
          onClose={() => setEndingAll(false)}
        >
          {t.endAllWhy}
        </Confirm>
      )}
    </Card>
  )
}
