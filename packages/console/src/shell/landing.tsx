import { CONSOLE_PATHS } from '@mailsift/contract/console'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { mailsift } from '../api/client.ts'
import { Loading } from '../parts/loading.tsx'

const KEY = 'mailsift.landed'

/** A new tab opens the lists instead of the first page, if there are any. Links to the first page are followed. */
export function Landing({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  const [isArriving] = useState(
    () => location === CONSOLE_PATHS.check && window.location.search === '' && sessionStorage.getItem(KEY) === null,
  )
  const lists = useQuery({
    queryKey: ['landing'],
    queryFn: ({ signal }) => mailsift.account.submissions.list({ take: 1, signal }),
    enabled: isArriving,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const wasHere = sessionStorage.getItem(KEY) !== null
  if (!isArriving || wasHere) return children
  if (lists.isPending) return <Loading />
  sessionStorage.setItem(KEY, '1')
  return lists.data?.total ? <Redirect to={CONSOLE_PATHS.files} replace /> : children
}
