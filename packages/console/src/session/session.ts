import { ApiError, isApiError, type SessionView } from '@mailsift/sdk'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'

export const SESSION_KEY = ['session']

/** Null when no one is signed in. */
export function useSession(isEnabled = true): UseQueryResult<SessionView | null> {
  return useQuery({
    enabled: isEnabled,
    queryKey: SESSION_KEY,
    queryFn: ({ signal }) =>
      mailsift.account.session({ signal }).catch((error) => {
        if (isApiError(error, 'unauthenticated')) return null
        throw error
      }),
    staleTime: 60_000,
  })
}

/** A session can end elsewhere at any time: the next answer says so. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthenticated'
}

export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient()
  // Queries that were refused for want of a session are sent again.
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey, state }) => queryKey[0] === SESSION_KEY[0] || state.status === 'error',
    })
}
