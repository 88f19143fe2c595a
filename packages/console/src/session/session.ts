import { ApiError, isApiError, type Role, type SessionView } from '@mailsift/sdk'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'

export const SESSION_KEY = ['session']

/** Null if no one is signed in. */
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

/** The session, or the one that has just ended: typed input survives signing in again. */
export function useLastSession(): SessionView | undefined {
  const { data } = useSession()
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  return data ?? last ?? undefined
}

/** Admins and owners manage tokens, members and the account. */
export function isAdmin(role: Role | undefined): boolean {
  return role === 'owner' || role === 'admin'
}

/** Viewers only read. */
export function canEdit(role: Role | undefined): boolean {
  return role !== undefined && role !== 'viewer'
}

/** A session can end elsewhere at any time: the next response shows it. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthenticated'
}

export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient()
  // Resends queries that failed because there was no session.
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey, state }) => queryKey[0] === SESSION_KEY[0] || state.status === 'error',
    })
}
