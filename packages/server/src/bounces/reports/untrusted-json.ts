// JSON that others sent, read value by value.

export function jsonOf(text: Buffer | string): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

/** The value at a path of an object that others sent; undefined where it is not a text. */
export function textAt(value: unknown, ...path: string[]): string | undefined {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : undefined
}

export function at(value: unknown, ...path: string[]): unknown {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Record<string, unknown>)[name]
  }
  return found
}

export function listAt(value: unknown, ...path: string[]): unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** From text that a date is read of, or seconds since 1970. */
export function timeOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const seconds = /^\d{9,11}(?:\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text)
  return Number.isNaN(seconds) ? undefined : new Date(seconds)
}
