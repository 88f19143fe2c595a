import type { Parse } from './parsers.ts'

/** `fallback` is the value itself; `shown` is what the documentation says where the value depends on the machine. */
export type Setting<T> = { name: string; help: string; parse: Parse<T>; fallback: T; shown?: string; secret?: boolean }

export function setting<T>(
  name: string,
  parse: Parse<T>,
  fallback: T,
  help: string,
  more: { shown?: string; secret?: boolean } = {},
): Setting<T> {
  return { name, parse, fallback, help, ...more }
}
