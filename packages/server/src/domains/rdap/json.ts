/** Readers for JSON of which nothing can be relied upon: whatever has the wrong shape or size counts as absent. */
export type JsonObject = Readonly<Record<string, unknown>>

const MAX_LIST_LENGTH = 100
const MAX_TEXT_LENGTH = 2048

/** Undefined when it is none: an empty body, a web page, an answer that was cut off. */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(decode(body))
  } catch {
    return undefined
  }
}

/** RFC 8259 wants UTF-8; some registries send ISO 8859-1 all the same. */
function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return new TextDecoder('latin1').decode(body)
  }
}

export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

/** A lone value stands for a list of one, as some servers send it. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, MAX_LIST_LENGTH)
  return value === undefined || value === null ? [] : [value]
}

export function objectsOf(value: unknown): readonly JsonObject[] {
  return listOf(value).map(objectOf)
}

/** Text that says something: an empty or REDACTED value is how privacy rules spell "none". */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value.length > MAX_TEXT_LENGTH) return undefined
  // Neither a database nor a CSV file takes a NUL or half a surrogate pair; line breaks are layout.
  const text = value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return text === '' || /^\W*redacted/i.test(text) ? undefined : text
}

export function wordOf(value: unknown): string {
  return (textOf(value) ?? '').toLowerCase()
}

export function webUrlOf(value: unknown): string | undefined {
  const text = textOf(value)
  const url = text === undefined ? null : URL.parse(text)
  // The parsed form is free of spaces and of characters beyond ASCII, as a URI has to be.
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}

/** The first that is there. */
export function firstOf<T, R>(values: Iterable<T>, read: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const result = read(value)
    if (result !== undefined) return result
  }
  return undefined
}
