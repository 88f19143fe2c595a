import { useQuery } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { lookups as t } from '../texts/verdicts.ts'
import { Notice } from './problem.tsx'

const AGAIN_MS = 15_000

/** Warns before a list is sent that its domain checks would fail. */
export function DnsWarning() {
  const status = useQuery({
    queryKey: ['lookups'],
    queryFn: ({ signal }) => mailsift.account.lookups({ signal }),
    refetchInterval: ({ state }) => (state.data?.dns === false ? AGAIN_MS : false),
  })
  if (status.data?.dns !== false) return null
  return (
    <Notice tone="risky" role="status">
      <p className="font-medium">{t.noDns}</p>
      <p>{t.noDnsWhy}</p>
    </Notice>
  )
}
