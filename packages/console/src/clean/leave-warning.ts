import { useEffect } from 'react'
import { clean as t } from '../texts/clean.ts'

/** Asks for confirmation before the page is left by a link, a reload or closing the tab. */
export function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const ask = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a[href]')
      if (!link || link.getAttribute('target') === '_blank' || confirm(t.leave)) return
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('beforeunload', warn)
    document.addEventListener('click', ask, { capture: true })
    return () => {
      removeEventListener('beforeunload', warn)
      document.removeEventListener('click', ask, { capture: true })
    }
  }, [isOn])
}
