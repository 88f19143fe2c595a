import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Notice } from '../parts/problem.tsx'
import { problems } from '../texts/common.ts'

/** Shows that there is no network and that nothing is lost. */
export function Offline() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
  if (isOnline) return null
  return (
    <div className="mx-auto max-w-6xl px-4 pt-4 sm:px-8">
      <Notice tone="risky" role="status">
        {problems.offline}
      </Notice>
    </div>
  )
}
