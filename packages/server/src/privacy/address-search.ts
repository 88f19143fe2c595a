import type { Engine } from '@mailsift/engine'

/** Tells whether something that is stored is about one person's address. */
export type AddressSearch = {
  /** The address in lower case, and its normal form: whatever is stored under either is about it. */
  forms: readonly string[]
  /** Whether the text is the address, in any spelling; `normalized` is its normal form where one is stored. */
  isAddress(text: string, normalized?: string): boolean
  /** Whether the address stands anywhere in the text. */
  isMentionedIn(text: string): boolean
}

/** No address has more on either side of its @ sign. */
const SIDE_MAX_UNITS = 254
const LOCAL_END = /[^\s"(),:;<>@[\]\\\p{Cc}]*$/u
const DOMAIN_START = /^[\p{L}\p{M}\p{N}.-]*/u
/** Allowed in an address, but more often what stands before one, as in `mail=jane@example.com`. */
const LEADING = /[!#$%&'*/=?^`{|}~]/g

export function createAddressSearch(engine: Pick<Engine, 'judge'>, address: string): AddressSearch {
  const written = address.trim().toLowerCase()
  const forms = [...new Set([written, normalForm(engine, address) ?? written])]

  function isAddress(text: string, normalized?: string): boolean {
    if (normalized !== undefined && forms.includes(normalized)) return true
    if (!text.includes('@')) return false
    const normal = normalForm(engine, text)
    return (normal !== undefined && forms.includes(normal)) || forms.includes(text.trim().toLowerCase())
  }

  return {
    forms,
    isAddress,
    isMentionedIn(text) {
      for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
        const local = LOCAL_END.exec(text.slice(Math.max(0, at - SIDE_MAX_UNITS), at))![0]
        const domain = DOMAIN_START.exec(text.slice(at + 1, at + 1 + SIDE_MAX_UNITS))![0].replace(/[.-]+$/, '')
        for (const start of startsIn(local)) if (isAddress(`${local.slice(start)}@${domain}`)) return true
      }
      return false
    },
  }
}

function normalForm(engine: Pick<Engine, 'judge'>, address: string): string | undefined {
  const verdict = engine.judge(address)
  return verdict.ok ? `${verdict.normalizedLocal}@${verdict.domain.normalized}` : undefined
}

function* startsIn(local: string): Generator<number> {
  if (!local) return
  yield 0
  for (const { index } of local.matchAll(LEADING)) yield index + 1
}
