import type { ApiToken } from '@mailsift/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Check } from '../parts/field.tsx'
import { Loading } from '../parts/loading.tsx'
import { Card, Empty, Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { Tag } from '../parts/status.tsx'
import { Cell, Head, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'
import { NewToken } from './new-token.tsx'

const t = texts.tokens
const KEY = ['tokens']

export default function TokensPage() {
  const client = useQueryClient()
  const tokens = useQuery({ queryKey: KEY, queryFn: ({ signal }) => mailsift.account.tokens.list({ signal }) })
  const [isMaking, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<ApiToken>()
  const [showsAll, setShowsAll] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: KEY })
  const revoke = useMutation({
    mutationFn: ({ id }: ApiToken) => mailsift.account.tokens.revoke(id),
    onSuccess: async () => {
      await refresh()
      setRevoking(undefined)
    },
  })
  const all = tokens.data?.items ?? []
  const usable = all.filter(isUsable)
  const shown = showsAll ? all : usable

  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <Button look="main" onClick={() => setMaking(true)}>
          <Plus aria-hidden />
          {t.make}
        </Button>
      }
    >
      <Problem error={tokens.error} onRetry={() => tokens.refetch()} />
      {tokens.isPending && <Loading />}
      {tokens.data && (
        <Card
          flush
          title={t.listTitle(usable.length)}
          aside={
            all.length > usable.length && (
              <div className="text-sm">
                <Check label={t.showAll} checked={showsAll} onChange={(event) => setShowsAll(event.target.checked)} />
              </div>
            )
          }
        >
          {shown.length === 0 ? (
            <Empty title={t.empty} action={<Button onClick={() => setMaking(true)}>{t.make}</Button>}>
              {t.emptyWhy}
            </Empty>
          ) : (
            <Table label={t.title}>
              <thead>
                <tr>
                  <Head>{t.name}</Head>
                  <Head>{t.may}</Head>
                  <Head>{t.made}</Head>
                  <Head>{t.lastUse}</Head>
                  <Head>{t.ends}</Head>
                  <Head>
                    <span className="sr-only">{t.actions}</span>
                  </Head>
                </tr>
              </thead>
              <tbody>
                {shown.map((token) => (
                  <tr key={token.id} className="border-t border-line">
                    <Cell isName>
                      <span className="font-medium break-words">{token.name}</span>
                      <span className="block font-mono text-xs text-soft">…{token.last4}</span>
                    </Cell>
                    <Cell>
                      <span className="flex flex-wrap gap-1">
                        <Tag tone={token.permission === 'write' ? 'accent' : 'plain'}>
                          {t.permissions[token.permission]}
                        </Tag>
                        {token.scopes.length < 3 &&
                          token.scopes.map((scope) => (
                            <Tag key={scope} tone="plain">
                              {t.scopes[scope]}
                            </Tag>
                          ))}
                      </span>
                    </Cell>
                    <Cell>
                      <Time at={token.created_at} style="day" />
                    </Cell>
                    <Cell>
                      {token.last_used_at ? (
                        <Time at={token.last_used_at} style="ago" />
                      ) : (
                        <span className="text-soft">{t.never}</span>
                      )}
                    </Cell>
                    <Cell>
                      {token.revoked_at ? (
                        <Tag tone="unsafe">{t.revoked}</Tag>
                      ) : token.expires_at ? (
                        <Time at={token.expires_at} style="day" />
                      ) : (
                        <span className="text-soft">{t.endless}</span>
                      )}
                    </Cell>
                    <Cell isEnd>
                      {isUsable(token) && (
                        <Button look="danger" onClick={() => setRevoking(token)} aria-label={t.revokeNamed(token.name)}>
                          {t.revoke}
                        </Button>
                      )}
                    </Cell>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </Card>
      )}
      {isMaking && <NewToken onMade={refresh} onClose={() => setMaking(false)} />}
      {revoking && (
        <Confirm
          title={t.revokeTitle(revoking.name)}
          submit={t.revoke}
          error={revoke.error}
          isBusy={revoke.isPending}
          onConfirm={() => revoke.mutate(revoking)}
          onClose={() => setRevoking(undefined)}
        >
          {t.revokeWhy}
        </Confirm>
      )}
    </Page>
  )
}

function isUsable({ revoked_at, expires_at }: ApiToken): boolean {
  return !revoked_at && (!expires_at || Date.parse(expires_at) > Date.now())
}
