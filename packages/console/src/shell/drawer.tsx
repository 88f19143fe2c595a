import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { common, nav } from '../texts/common.ts'
import { AccountLine } from './account-line.tsx'
import { Navigation } from './navigation.tsx'

/** The navigation on narrow screens. */
export default function Drawer({ onClose }: { onClose(): void }) {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(8_12_18/55%)] transition-opacity duration-150 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-y-0 right-0 z-50 flex w-72 max-w-[85vw] flex-col gap-5 overflow-auto bg-paper p-4 text-ink shadow-high transition-transform duration-150 data-starting-style:translate-x-full">
          <div className="flex items-center justify-between">
            <Dialog.Title className="px-2 font-semibold">{nav.label}</Dialog.Title>
            <Dialog.Close
              aria-label={common.close}
              className="inline-grid size-10 place-items-center rounded-md text-soft hover:bg-raised"
            >
              <X className="size-5" />
            </Dialog.Close>
          </div>
          <Navigation onNavigate={onClose} />
          <div className="mt-auto">
            <AccountLine />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
