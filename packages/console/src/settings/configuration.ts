import { useQuery } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { useSession } from '../session/session.ts'

/** The installation's settings, for its operators; undefined for everyone else. */
export function useConfiguration() {
  const { data: session } = useSession()
  return useQuery({
    enabled: session?.operator === true,
    queryKey: ['configuration'],
    queryFn: ({ signal }) => mailsift.account.configuration({ signal }),
    staleTime: 60_000,
  })
}
