import { useQuery } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'

/** The installation's settings; undefined to all but its owner. */
export const useConfiguration = () =>
  useQuery({
    queryKey: ['configuration'],
    queryFn: ({ signal }) => mailsift.account.configuration({ signal }),
    staleTime: 60_000,
  })
