import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { common } from '../texts/common.ts'
import { classes } from './class.ts'
import { useFocusBack } from './focus.ts'

/** A dialog that Escape and its button close, unless `onClose` is missing. */
export function Dialog({
  title,
  description,
  open,
  onClose,
  wide = false,
  children,
}: {
  title: string
  description?: ReactNode
  open: boolean
  onClose?: (() => void) | undefined
  wide?: boolean
  children: ReactNode
}) {
  useFocusBack()
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose?.()} disablePointerDismissal={!onClose}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[rgb(8_12_18/55%)] transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <Base.Popup
          className={classes(
            'fixed top-[8dvh] left-1/2 z-50 max-h-[84dvh] w-[calc(100vw-2rem)] -translate-x-1/2 overflow-auto rounded-lg border border-line bg-paper text-ink shadow-high transition duration-150 data-starting-style:-translate-y-2 data-starting-style:opacity-0 data-ending-style:opacity-0',
            wide ? 'max-w-3xl' : 'max-w-md',
          )}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4">
            <Base.Title className="text-lg font-semibold">{title}</Base.Title>
            {onClose && (
              <Base.Close
                aria-label={common.close}
                className="-mr-2 inline-grid size-9 place-items-center rounded-md text-soft hover:bg-raised"
              >
                <X className="size-4.5" />
              </Base.Close>
            )}
          </header>
          {description && <Base.Description className="px-5 pt-1 text-sm text-soft">{description}</Base.Description>}
          <div className="px-5 pt-4 pb-5">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
