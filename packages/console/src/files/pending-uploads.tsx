import type { PendingUpload } from '@mailsift/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { focusAgain } from '../parts/focus.ts'
import { Listing } from '../parts/listing.tsx'
import { formatBytes } from '../parts/numbers.ts'
import { Problem } from '../parts/problem.tsx'
import { actionsOf, type Column } from '../parts/table.tsx'
import { Text } from '../parts/text.tsx'
import { Time } from '../parts/time.tsx'
import { pendingUploads as t } from '../texts/files.ts'
import { format } from '../texts/format.ts'

const KEY = ['uploads']

/** Unfinished uploads, from this browser or elsewhere; empty without any. */
export function PendingUploads() {
  const client = useQueryClient()
  const uploads = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => mailsift.uploads.list({ signal }),
    // Shown after a refusal: data that is seconds old would lack the upload that caused it.
    staleTime: 0,
  })
  const discard = useMutation({
    networkMode: 'always',
    mutationFn: ({ id }: { id: string; table: Element | null }) => mailsift.uploads.discard(id),
    onSettled: async (_answer, _error, { table }) => {
      await client.invalidateQueries({ queryKey: KEY })
      // The button was removed with its row.
      focusAgain(table)
    },
  })
  const discardColumn = actionsOf((upload: PendingUpload) => (
    <Button
      look="danger"
      disabled={discard.isPending}
      aria-label={format(t.discardNamed, { name: upload.filename })}
      onClick={({ currentTarget }) => discard.mutate({ id: upload.id, table: currentTarget.closest('section') })}
    >
      {t.discard}
    </Button>
  ))
  if (!uploads.data?.length && !discard.error) return null
  return (
    <div className="grid gap-3">
      <Problem error={discard.error} />
      <Listing
        query={uploads}
        label={t.title}
        title={t.title}
        aside={<p className="text-sm text-soft">{t.lead}</p>}
        rows={uploads.data}
        columns={[...COLUMNS, discardColumn]}
        keyOf={({ id }) => id}
      />
    </div>
  )
}

const COLUMNS: readonly Column<PendingUpload>[] = [
  {
    title: t.name,
    kind: 'name',
    cell: ({ filename, size_bytes, created_at }) => (
      <>
        <span className="wrap-anywhere">{filename}</span>
        <span className="block text-xs text-soft">
          <Text
            message={t.started}
            values={{ size: formatBytes(size_bytes), time: <Time at={created_at} style="ago" /> }}
          />
        </span>
      </>
    ),
  },
  { title: t.expires, cell: ({ expires_at }) => <Time at={expires_at} style="ago" /> },
]
