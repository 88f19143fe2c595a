import { keepPreviousData, useQuery } from '@tanstack/react-query'

export const OPERATOR_KEY = 'operator'

/** Each request in this area is an event in the audit trail: nothing is refetched unless the user asks for it. */
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
