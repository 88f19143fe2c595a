import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { DESTINATIONS } from './navigation.tsx'

const KeyList = lazy(() => import('./key-list.tsx'))

/** How long g waits for the second key. */
const PAIR_MS = 1_500

/** Keyboard shortcuts of every page; ? shows them. Disabled while typing or in a dialog. */
export function Keys() {
  const [isOpen, setOpen] = useState(false)
  const [, navigate] = useLocation()
  useEffect(() => {
    let pairUntil = 0
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('[role="dialog"]')) return
      if (event.key === '?') return setOpen(true)
      if (event.key === '/') {
        const search = document.querySelector<HTMLElement>('[data-search]')
        if (!search) return
        event.preventDefault()
        return search.focus()
      }
      if (event.key === 'g') {
        pairUntil = event.timeStamp + PAIR_MS
        return
      }
      const wanted = event.timeStamp < pairUntil && DESTINATIONS.find(({ key }) => key === event.key)
      pairUntil = 0
      if (wanted) navigate(wanted.path)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigate])
  if (!isOpen) return null
  return (
    <Suspense>
      <KeyList onClose={() => setOpen(false)} />
    </Suspense>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}
