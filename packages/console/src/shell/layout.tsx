import { CONSOLE_PATHS } from '@mailsift/contract/console'
import { Menu } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { IconButton } from '../parts/button.tsx'
import { nav } from '../texts/common.ts'
import { AccountLine } from './account-line.tsx'
import { Brand } from './brand.tsx'
import { Keys } from './keys.tsx'
import { Navigation } from './navigation.tsx'
import { Offline } from './offline.tsx'
import { PasswordOffer } from './password-offer.tsx'

const Drawer = lazy(() => import('./drawer.tsx'))
const Checklist = lazy(() => import('./checklist.tsx'))
/** Landing pages. */
const FIRST_PAGES: readonly string[] = [CONSOLE_PATHS.check, CONSOLE_PATHS.files]

export function Layout({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of page
  useEffect(() => {
    // A new page starts at the top, also for screen readers.
    if (!isFirst.current) {
      scrollTo(0, 0)
      main.current?.focus()
    }
    isFirst.current = false
  }, [location])
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <button
        type="button"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
        onClick={() => main.current?.focus()}
      >
        {nav.skip}
      </button>
      <div className="hidden border-r border-line bg-paper lg:block">
        <aside className="sticky top-0 flex h-dvh flex-col gap-6 overflow-y-auto p-4">
          <div className="px-2 pt-1.5">
            <Brand />
          </div>
          <Navigation />
          <div className="mt-auto">
            <AccountLine />
          </div>
        </aside>
      </div>
      <header className="sticky top-0 z-20 flex items-center justify-between gap-2 border-b border-line bg-paper px-4 py-2 lg:hidden">
        <Brand />
        <IconButton label={nav.open} onClick={() => setDrawerOpen(true)} aria-haspopup="dialog">
          <Menu />
        </IconButton>
        {isDrawerOpen && (
          <Suspense>
            <Drawer onClose={() => setDrawerOpen(false)} />
          </Suspense>
        )}
      </header>
      <main ref={main} tabIndex={-1} className="min-w-0 outline-none">
        <Offline />
        <PasswordOffer />
        {FIRST_PAGES.includes(location) && (
          <Suspense>
            <Checklist />
          </Suspense>
        )}
        {children}
      </main>
      <Keys />
    </div>
  )
}
