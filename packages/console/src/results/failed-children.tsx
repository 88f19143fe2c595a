import { useQuery } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { Card } from '../parts/page.tsx'
import { format } from '../texts/format.ts'
import { results as t } from '../texts/results.ts'

/** The rows without a result because their part of the file failed. */
export function FailedChildren({ groupId }: { groupId: string }) {
  const group = useQuery({
    queryKey: ['group', groupId],
    queryFn: ({ signal }) => mailsift.groups.get(groupId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const failed = group.data?.jobs.filter(({ status }) => status === 'failed') ?? []
  if (failed.length === 0) return null
  return (
    <Card title={t.failedParts}>
      <ul className="grid gap-1 text-sm">
        {failed.map(({ id, row_offset, total, failure }) => (
          <li key={id}>
            {failure
              ? format(t.failedPart, { from: row_offset + 1, to: row_offset + total, reason: failure })
              : format(t.failedPartOnly, { from: row_offset + 1, to: row_offset + total })}
          </li>
        ))}
      </ul>
    </Card>
  )
}
