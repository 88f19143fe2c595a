import { useMutation } from '@tanstack/react-query'
import { Confirm } from '../parts/confirm.tsx'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { tokens as t } from '../texts/tokens.ts'

/** Asks for confirmation before revoking a token or a site key. */
export function Revoke({
  of: { id, name },
  why,
  revoke,
  onRevoked,
  onClose,
}: {
  of: { id: string; name: string }
  why: string
  revoke(id: string): Promise<unknown>
  onRevoked(): Promise<unknown>
  onClose(): void
}) {
  const revoking = useMutation({
    mutationFn: () => revoke(id),
    onSuccess: async () => {
      await onRevoked()
      onClose()
    },
  })
  return (
    <Confirm
      title={format(t.revokeTitle, { name: isolated(name) })}
      submit={t.revoke}
      error={revoking.error}
      isBusy={revoking.isPending}
      onConfirm={() => revoking.mutate()}
      onClose={onClose}
    >
      {why}
    </Confirm>
  )
}
