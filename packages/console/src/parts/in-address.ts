// The state of a page in its URL: it is there again after a reload, and when a person comes back to it.
import { useLocation, useSearchParams } from 'wouter'

/**
 * A choice in the URL of its page. The default is left out of the URL, and replaces what is none of
 * the values.
 */
export function useInAddress<Value extends string>(
  name: string,
  values: readonly Value[],
  usual: NoInfer<Value>,
): [value: Value, choose: (value: NoInfer<Value>) => void] {
  const [text, setText] = useTextInAddress(name)
  return [values.find((value) => value === text) ?? usual, (value) => setText(value === usual ? '' : value)]
}

export function useTextInAddress(name: string): [text: string, setText: (text: string) => void] {
  const [location, navigate] = useLocation()
  const [params] = useSearchParams()
  function setText(text: string) {
    const after = new URLSearchParams(params)
    if (text) after.set(name, text)
    else after.delete(name)
    // The path is needed: a search alone would be relative to the document's base.
    navigate(after.size > 0 ? `${location}?${after}` : location, { replace: true, state: history.state })
  }
  return [params.get(name) ?? '', setText]
}

/** Outside the URL: search terms contain names and addresses, and proxies log URLs. */
export function keptBesideAddress(name: string): string {
  return String((history.state as { [name: string]: unknown } | null)?.[name] ?? '')
}

export function keepBesideAddress(name: string, text: string): void {
  try {
    history.replaceState({ ...history.state, [name]: text }, '')
  } catch {
    // Some browsers limit how often the address may change; the next letter tries again.
  }
}
