// Where the keyboard goes on when what had the focus is gone: a browser would begin at the top of the document again.
import { type RefObject, useEffect, useRef, useState } from 'react'

/** As the ref of what an action brought (with `tabIndex={-1}` unless it is a control): it gets the focus when it appears. */
export function focusArrived(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}

/** Gives the focus back to what had it before, or to the page where that is gone too. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before !== document.body) focusAgain(before)
    },
    [before],
  )
}

/** `focusNext` names what gets the focus once the change it goes with is shown: the first of the selectors that finds something. */
export function useFocusNext<Root extends HTMLElement>(): {
  root: RefObject<Root | null>
  focusNext(...selectors: string[]): void
} {
  const root = useRef<Root>(null)
  const wanted = useRef<readonly string[]>([])
  useEffect(() => {
    const selectors = wanted.current
    wanted.current = []
    for (const selector of selectors) {
      const target = root.current?.querySelector<HTMLElement>(selector)
      if (target) return target.focus()
    }
  })
  return {
    root,
    focusNext(...selectors) {
      wanted.current = selectors
    },
  }
}

/** Gives a lost focus to `target`, or to the page where that is gone too. */
export function focusAgain(target: Element | null): void {
  const { activeElement, body } = document
  if (activeElement && activeElement !== body) return
  const found = target?.isConnected ? target : document.querySelector('main')
  if (found instanceof HTMLElement) found.focus()
}
