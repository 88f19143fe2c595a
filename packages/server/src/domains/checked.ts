/** "Could not find out" has its own shape, so that the types keep it apart from "no". */
export type Checked<T> = { readonly known: true; readonly value: T } | Unknown

export type Unknown = { readonly known: false; readonly reason: UnknownReason }

export type UnknownReason = 'timeout' | 'servfail' | 'refused' | 'unreachable'

export function known<T>(value: T): Checked<T> {
  return { known: true, value }
}
