import type { ApiToken } from '@mailsift/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Check } from '../parts/field.tsx'
import { Listing } from '../parts/listing.tsx'
import { Empty, Page } from '../parts/page.tsx'
import { Tag } from '../parts/status.tsx'
import { actionsOf, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { format } from '../texts/format.ts'
import { tokens as t } from '../texts/tokens.ts'
import { NewToken } from './new-token.tsx'
import { Revoke } from './revoke.tsx'
import { RollOver } from './roll-over.tsx'
import { SiteKeys } from './site-keys.tsx'

const KEY = ['tokens']

export default function TokensPage() {
  const client = useQueryClient()
  const tokens = useQuery({ queryKey: KEY, queryFn: ({ signal }) => mailsift.account.tokens.list({ signal }) })
  const [isMaking, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<ApiToken>()
  const [rolling, setRolling] = useState<ApiToken>()
  const [showsAll, setShowsAll] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: KEY })
  const all = tokens.data?.items ?? []
  const usable = all.filter(isUsable)
  const shown = showsAll ? all : usable
  const revokeColumn = actionsOf(
    (token: ApiToken) =>
      isUsable(token) && (
        <span className="inline-flex gap-2">
          {token.replaced_by === null && (
            <Button onClick={() => setRolling(token)} aria-label={format(t.rollOverNamed, { name: token.name })}>
              {t.rollOver}
            </Button>
          )}
          <Button
            look="danger"
            onClick={() => setRevoking(token)}
            aria-label={format(t.revokeNamed, { name: token.name })}
          >
            {t.revoke}
          </Button>
        </span>
      ),
  )

  return (
    <Page
      title={t.title}
      lead={t.lead}
      help="tokens"
      actions={
        <Button look="main" onClick={() => setMaking(true)}>
          <Plus aria-hidden />
          {t.make}
        </Button>
      }
    >
      <Listing
        query={tokens}
        label={t.title}
        title={format(t.listTitle, { count: usable.length })}
        aside={
          all.length > usable.length && (
            <div className="text-sm">
              <Check label={t.showAll} checked={showsAll} onChange={(event) => setShowsAll(event.target.checked)} />
            </div>
          )
        }
        rows={tokens.data && shown}
        columns={[...COLUMNS, revokeColumn]}
        keyOf={({ id }) => id}
        empty={
          <Empty title={t.empty} action={<Button onClick={() => setMaking(true)}>{t.make}</Button>}>
            {t.emptyWhy}
          </Empty>
        }
      />
      <SiteKeys />
      {rolling && <RollOver token={rolling} onMade={refresh} onClose={() => setRolling(undefined)} />}
      {isMaking && <NewToken onMade={refresh} onClose={() => setMaking(false)} />}
      {revoking && (
        <Revoke
          of={revoking}
          why={t.revokeWhy}
          revoke={(id) => mailsift.account.tokens.revoke(id)}
          onRevoked={refresh}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </Page>
  )
}

/** The default scopes are not shown. */
const hasDefaultScopes = (scopes: ApiToken['scopes']) => scopes.length === 3 && !scopes.includes('audit')

const quiet = (text: string) => <span className="text-soft">{text}</span>

const COLUMNS: readonly Column<ApiToken>[] = [
  {
    title: t.name,
    kind: 'name',
    cell: ({ name, last4 }) => (
      <>
        <span className="font-medium break-words">{name}</span>
        <span className="block font-mono text-xs text-soft">{format(t.lastCharacters, { characters: last4 })}</span>
      </>
    ),
  },
  {
    title: t.permission,
    cell: ({ permission, scopes }) => (
      <span className="flex flex-wrap gap-1">
        <Tag tone={permission === 'write' ? 'accent' : 'plain'}>{t.permissions[permission]}</Tag>
        {!hasDefaultScopes(scopes) &&
          scopes.map((scope) => (
            <Tag key={scope} tone="plain">
              {t.scopes[scope]}
            </Tag>
          ))}
      </span>
    ),
  },
  { title: t.made, cell: ({ created_at }) => <Time at={created_at} style="day" /> },
  {
    title: t.lastUse,
    cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} style="ago" /> : quiet(t.never)),
  },
  {
    title: t.ends,
    cell: ({ revoked_at, expires_at }) => {
      if (revoked_at) return <Tag tone="unsafe">{t.revoked}</Tag>
      return expires_at ? <Time at={expires_at} style="day" /> : quiet(t.endless)
    },
  },
]

function isUsable({ revoked_at, expires_at }: ApiToken): boolean {
  return !revoked_at && (!expires_at || Date.parse(expires_at) > Date.now())
}
