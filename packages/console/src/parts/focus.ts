// Keeps the keyboard focus when its element disappears: a browser would restart at the top of the document.
import { type RefObject, useEffect, useRef, useState } from 'react'

/** A ref for an element that an action shows (with `tabIndex={-1}` unless it is a control): focuses it when it appears. */
export function focusArrived(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}

/** Returns the focus to the previous element, or to the page if that is gone. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before !== document.body) focusAgain(before)
    },
    [before],
  )
}

/** `focusNext` names the element to focus after the next render: the first selector with a match. */
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

/** Moves a lost focus to `target`, or to the page if that is gone. */
export function focusAgain(target: Element | null): void {
  const { activeElement, body } = document
  if (activeElement && activeElement !== body) return
  const found = target?.isConnected ? target : document.querySelector('main')
  if (found instanceof HTMLElement) found.focus()
}
