import { useQuery } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'

/** Of the installation; to all but its owner there is none. */
export const useConfiguration = () =>
  useQuery({
    queryKey: ['configuration'],
    queryFn: ({ signal }) => mailsift.account.configuration({ signal }),
    staleTime: 60_000,
  })
