import type { ReactNode } from 'react'
import { common } from '../texts/common.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Problem } from './problem.tsx'

/** For irreversible actions. */
export function Confirm({
  title,
  submit,
  error,
  isBusy,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  submit: string
  error: unknown
  isBusy: boolean
  onConfirm(): void
  onClose(): void
  children: ReactNode
}) {
  return (
    <Dialog title={title} description={children} open onClose={onClose}>
      <div className="grid gap-4">
        <Problem error={error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="danger" onClick={onConfirm} disabled={isBusy}>
            {submit}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
