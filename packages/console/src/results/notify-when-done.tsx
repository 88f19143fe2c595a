import type { ListDetail } from '@mailsift/sdk'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { format } from '../texts/format.ts'
import { notifications as t } from '../texts/results.ts'

/** Browsers support notifications only on secure pages. */
const isOffered = () => 'Notification' in window && isSecureContext && Notification.permission !== 'denied'

/** The browser asks for permission when the button is clicked, never before. */
export function NotifyWhenDone({ list }: { list: ListDetail }) {
  const [isWanted, setWanted] = useState(false)
  const name = useRef('')
  name.current = list.name ?? ''
  // Mounted while the list runs: unmounting means that the list has ended or the page was left.
  useEffect(() => {
    if (!isWanted) return
    const path = location.pathname
    return () => {
      if (location.pathname === path) new Notification(format(t.done, { name: name.current }))
    }
  }, [isWanted])
  if (!isOffered()) return null
  if (isWanted)
    return (
      <span role="status" className="self-center text-sm text-soft">
        {t.on}
      </span>
    )
  return (
    <Button onClick={async () => setWanted((await Notification.requestPermission()) === 'granted')}>{t.notify}</Button>
  )
}
