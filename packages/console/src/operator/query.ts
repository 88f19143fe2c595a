import { keepPreviousData, useQuery } from '@tanstack/react-query'

export const OPERATOR_KEY = 'operator'

/** Each request of this area is an event of the audit trail: nothing is loaded again unless the person wants it. */
export function useOperatorQuery<Answer>(key: readonly unknown[], load: (signal: AbortSignal) => Promise<Answer>) {
  return useQuery({
    queryKey: [OPERATOR_KEY, ...key],
    queryFn: ({ signal }) => load(signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
