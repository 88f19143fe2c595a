import { useQuery } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { Card } from '../parts/page.tsx'
import { results as t } from '../texts/results.ts'

/** Which rows have no answer, because their part of the file failed. */
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
            {t.failedPart(row_offset + 1, row_offset + total)} {failure}
          </li>
        ))}
      </ul>
    </Card>
  )
}
