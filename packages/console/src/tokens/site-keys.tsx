import type { SiteKey } from '@mailsift/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Listing } from '../parts/listing.tsx'
import { Empty } from '../parts/page.tsx'
import { actionsOf, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { format } from '../texts/format.ts'
import { siteKeys as t } from '../texts/site-keys.ts'
import { NewSiteKey, SiteKeyCode } from './new-site-key.tsx'
import { Revoke } from './revoke.tsx'

const KEY = ['site-keys']

/** The public keys of the guard on web forms. Revoked ones are not shown. */
export function SiteKeys() {
  const client = useQueryClient()
  const keys = useQuery({ queryKey: KEY, queryFn: ({ signal }) => mailsift.account.siteKeys.list({ signal }) })
  const [isMaking, setMaking] = useState(false)
  const [shown, setShown] = useState<SiteKey>()
  const [revoking, setRevoking] = useState<SiteKey>()
  const refresh = () => client.invalidateQueries({ queryKey: KEY })
  const usable = keys.data?.items.filter(({ revoked_at }) => revoked_at === null)
  const actions = actionsOf((key: SiteKey) => (
    <span className="inline-flex gap-2">
      <Button onClick={() => setShown(key)} aria-label={format(t.codeNamed, { name: key.name })}>
        {t.code}
      </Button>
      <Button look="danger" onClick={() => setRevoking(key)} aria-label={format(t.revokeNamed, { name: key.name })}>
        {t.revoke}
      </Button>
    </span>
  ))
  return (
    <div id="site-keys" className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5">
      <Listing
        query={keys}
        label={t.label}
        title={format(t.title, { count: usable?.length ?? 0 })}
        aside={
          <Button onClick={() => setMaking(true)}>
            <Plus aria-hidden />
            {t.make}
          </Button>
        }
        rows={usable}
        columns={[...COLUMNS, actions]}
        keyOf={({ id }) => id}
        empty={<Empty title={t.empty}>{t.emptyWhy}</Empty>}
      />
      {isMaking && <NewSiteKey onMade={refresh} onClose={() => setMaking(false)} />}
      {shown && <SiteKeyCode siteKey={shown} onClose={() => setShown(undefined)} />}
      {revoking && (
        <Revoke
          of={revoking}
          why={t.revokeWhy}
          revoke={(id) => mailsift.account.siteKeys.revoke(id)}
          onRevoked={refresh}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </div>
  )
}

const COLUMNS: readonly Column<SiteKey>[] = [
  {
    title: t.name,
    kind: 'name',
    cell: ({ name, key }) => (
      <>
        <span className="font-medium break-words">{name}</span>
        <span className="block font-mono text-xs break-all text-soft">{key}</span>
      </>
    ),
  },
  { title: t.origins, cell: ({ origins }) => <span className="text-sm break-all">{origins.join(', ')}</span> },
  { title: t.made, cell: ({ created_at }) => <Time at={created_at} style="day" /> },
]
