import { useQuery } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { signUp as t } from '../texts/session.ts'

/** Shown if sign-up is open. */
export function SignUpOffer({ onChoose }: { onChoose(domains: readonly string[]): void }) {
  const { data } = useQuery({
    queryKey: ['sign-up'],
    queryFn: ({ signal }) => mailsift.account.signUp.options({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data?.mode !== 'open' && data?.mode !== 'domain') return null
  return <Button onClick={() => onChoose(data.domains)}>{t.offer}</Button>
}
