import type { Engine } from '@mailsift/engine'
import { PLAIN, readCell } from '@mailsift/intake/cells'

/** Tells whether something that is stored is about one person's address. */
export type AddressSearch = {
  /** The address in lower case, and normalized: whatever is stored under either is about it. */
  forms: readonly string[]
  /** Whether the text is the address, in any spelling; `normalized` is the stored normalized address, if any. */
  isAddress(text: string, normalized?: string): boolean
  /** Whether the address is what a list's reader repairs the text to: `jane @ example.com`, `jane (at) example.com`. */
  isReadIn(text: string): boolean
  /** A regular expression of PostgreSQL: texts that match need no repair, so `isReadIn` accepts none of them. */
  plainPattern: string
  /** Whether the address stands anywhere in the text, also with its @ sign escaped or as `isReadIn` has it. */
  isMentionedIn(text: string): boolean
  /** The same for a name, where hyphens and underscores join: `import-jane@example.com-2` is about jane@example.com. */
  isNamedIn(name: string): boolean
  /** A regular expression of PostgreSQL that finds every name which `isNamedIn` can accept, and few others. */
  namePattern: string
}

/** No address has more on either side of its @ sign. */
const SIDE_MAX_UNITS = 254
const OUTSIDE_LOCAL = /[\s"(),:;<>@[\]\\\p{Cc}]/u
const DOMAIN_START = /^[\p{L}\p{M}\p{N}.-]*/u
/** Allowed in an address, but more often what precedes one, as in `mail=jane@example.com`. */
const LEADING = /[!#$%&'*/=?^`{|}~]/g
const LEADING_IN_NAME = /[!#$%&'*/=?^`{|}~_-]/g

export function createAddressSearch(engine: Pick<Engine, 'validate'>, address: string): AddressSearch {
  const written = address.trim().toLowerCase()
  const forms = [...new Set([written, normalizedOf(engine, address) ?? written])]

  function isAddress(text: string, normalized?: string): boolean {
    if (normalized !== undefined && forms.includes(normalized)) return true
    if (!text.includes('@')) return false
    const normal = normalizedOf(engine, text)
    return (normal !== undefined && forms.includes(normal)) || forms.includes(text.trim().toLowerCase())
  }

  function isWrittenIn(text: string, leading: RegExp, domainsIn: (domain: string) => string[]): boolean {
    for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
      const local = text
        .slice(Math.max(0, at - SIDE_MAX_UNITS), at)
        .split(OUTSIDE_LOCAL)
        .at(-1)!
      const rest = DOMAIN_START.exec(text.slice(at + 1, at + 1 + SIDE_MAX_UNITS))![0]
      for (const domain of domainsIn(withoutLooseEnd(rest)))
        for (const start of startsIn(local, leading)) if (isAddress(`${local.slice(start)}@${domain}`)) return true
    }
    return false
  }

  const isReadIn = (text: string) =>
    readCell(text, true).some(({ address, repairedFrom }) => repairedFrom !== undefined && isAddress(address))

  return {
    forms,
    isAddress,
    isReadIn,
    plainPattern: PLAIN.source,
    isMentionedIn: (text) =>
      unescaped(text).some((form) => isWrittenIn(form, LEADING, (domain) => [domain])) || isReadIn(text),
    namePattern: '[@＠%&\\\\({\\[]',
    isNamedIn: (name) =>
      unescaped(name).some((form) => isWrittenIn(form, LEADING_IN_NAME, cutAtHyphens)) || isReadIn(name),
  }
}

/** How an @ sign is written in addresses of pages, in HTML and in JSON. */
const ESCAPED_AT = /%(?:25)*40|&#0*64;|&#x0*40;|&commat;|\\u0040/i
/** Text that was escaped twice was passed on twice; more is no accident. */
const ESCAPED_MAX_TIMES = 3

/** The text, and what it says when its escapes are read. */
function unescaped(text: string): string[] {
  const forms = [text]
  for (let time = 0; time < ESCAPED_MAX_TIMES && ESCAPED_AT.test(forms.at(-1)!); time++)
    forms.push(
      forms
        .at(-1)!
        .replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())
        .replaceAll(/&#0*64;|&#x0*40;|&commat;|\\u0040/gi, '@'),
    )
  return forms
}

function cutAtHyphens(domain: string): string[] {
  return [domain, ...Array.from(domain.matchAll(/-/g), ({ index }) => domain.slice(0, index))]
}

/** Undefined for a text that is no address. */
export function normalizedOf(engine: Pick<Engine, 'validate'>, address: string): string | undefined {
  const verdict = engine.validate(address)
  return verdict.ok ? `${verdict.normalizedLocal}@${verdict.domain.normalized}` : undefined
}

/** A domain ends in neither; a sentence and a range do. */
function withoutLooseEnd(domain: string): string {
  let end = domain.length
  while (domain[end - 1] === '.' || domain[end - 1] === '-') end--
  return domain.slice(0, end)
}

function* startsIn(local: string, leading: RegExp): Generator<number> {
  if (!local) return
  yield 0
  for (const { index } of local.matchAll(leading)) yield index + 1
}
