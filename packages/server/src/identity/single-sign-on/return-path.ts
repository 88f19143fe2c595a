import { invalidValue } from '../../platform/http/problem.ts'

/** A path of this service to return to. Everything that a browser could take for another host is refused. */
export function readReturnPath(origin: string, text = '/'): string {
  const isPath = text.startsWith('/') && !text.startsWith('//') && !/[\\#\p{Cc}]/u.test(text)
  const href = isPath ? URL.parse(origin + text)?.href : undefined
  // Its dots are resolved by now: what is left of `/..//host` is `//host`.
  if (!href?.startsWith(`${origin}/`) || href.startsWith(`${origin}//`))
    throw invalidValue('/body/return_to', 'must be a path of this service')
  return href.slice(origin.length)
}
