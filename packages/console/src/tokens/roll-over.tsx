import type { ApiToken } from '@mailsift/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Choice } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { common } from '../texts/common.ts'
import { format } from '../texts/format.ts'
import { isolated } from '../texts/isolated.ts'
import { tokens as t } from '../texts/tokens.ts'
import { Made } from './new-token.tsx'

const OVERLAPS = ['3600', '86400', '604800'] as const

/** A new token with the same rights; the old one works for a while, so that programs can be switched one by one. */
export function RollOver({ token, onMade, onClose }: { token: ApiToken; onMade(): void; onClose(): void }) {
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number]>('86400')
  const roll = useMutation({
    mutationFn: () => mailsift.account.tokens.rollOver(token.id, { overlap_seconds: Number(overlap) }),
    onSuccess: onMade,
  })
  const title = format(t.rollOverTitle, { name: isolated(token.name) })
  if (roll.data)
    return (
      <Dialog title={t.madeTitle} open wide>
        <Made issued={roll.data} onClose={onClose} />
      </Dialog>
    )
  return (
    <Dialog title={title} description={t.rollOverWhy} open onClose={onClose}>
      <div className="grid gap-4">
        <Choice
          label={t.overlap}
          value={overlap}
          options={OVERLAPS.map((value) => ({ value, label: t.overlaps[value] }))}
          onChange={setOverlap}
        />
        <Problem error={roll.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="main" onClick={() => roll.mutate()} disabled={roll.isPending}>
            {t.rollOver}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
