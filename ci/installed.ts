// Packages of ci/ for tests elsewhere, which skip what needs them where they are not installed.
import { existsSync } from 'node:fs'

export const isCiInstalled = existsSync(new URL('node_modules', import.meta.url))

export async function importFromCi<T>(name: string): Promise<T> {
  return (await import(name)) as T
}
