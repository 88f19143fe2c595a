import { Component, type ReactNode, useEffect } from 'react'
import { Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { unloaded } from '../texts/common.ts'

const LOOK_EVERY_MS = 2_000

type Shown = { error?: unknown }

/**
 * A page whose script fails to load, because the service is down or was updated, or that fails to render: the layout
 * around it stays and shows the error.
 */
export class PageBoundary extends Component<{ children: ReactNode }, Shown> {
  override state: Shown = {}
  static getDerivedStateFromError(error: unknown): Shown {
    return { error }
  }
  override render() {
    return this.state.error ? <Unloaded /> : this.props.children
  }
}

function Unloaded() {
  useEffect(() => {
    let wasAway = false
    const timer = setInterval(async () => {
      const isThere = await canReload()
      if (isThere && wasAway) location.reload()
      wasAway ||= !isThere
    }, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <Page title={unloaded.title}>
      <Problem
        error={new Error(unloaded.why)}
        onRetry={async () => {
          if (await canReload()) location.reload()
        }}
      />
    </Page>
  )
}

/** While the service is down, a reload would show the browser's error page instead. */
const canReload = () =>
  fetch(document.baseURI, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
