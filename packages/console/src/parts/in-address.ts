import { useLocation, useSearchParams } from 'wouter'

/**
 * A choice that stands in the address of its page: it is there again after a reload, and when a person comes back. The usual
 * one is left out of the address, and stands for what is none of the values.
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
    try {
      // With its path: a search alone would be one of the document's base.
      navigate(after.size > 0 ? `${location}?${after}` : location, { replace: true })
    } catch {
      // Some browsers refuse an address that changes very often. The page goes on with what was chosen before.
    }
  }
  return [params.get(name) ?? '', setText]
}
