// Page state in the URL, which survives a reload and going back.
import { useLocation, useSearchParams } from 'wouter'

/** A choice in the URL. The default is omitted from the URL and replaces invalid values. */
export function useUrlState<Value extends string>(
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
    // The path is required: a search string alone would be relative to the document's base.
    navigate(after.size > 0 ? `${location}?${after}` : location, { replace: true, state: history.state })
  }
  return [params.get(name) ?? '', setText]
}

/** Not in the URL: search terms contain names and addresses, and proxies log URLs. */
export function historyText(name: string): string {
  return String((history.state as { [name: string]: unknown } | null)?.[name] ?? '')
}

export function saveHistoryText(name: string, text: string): void {
  try {
    history.replaceState({ ...history.state, [name]: text }, '')
  } catch {
    // Some browsers limit how often the URL may change; the next letter tries again.
  }
}
