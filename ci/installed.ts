// Packages of ci/ for tests elsewhere, which skip what needs them where they are not installed.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

export const isCiInstalled = canResolve('knip/package.json')

export function requireFromCi<T>(name: string): T {
  return require(name) as T
}

function canResolve(name: string): boolean {
  try {
    require.resolve(name)
    return true
  } catch {
    return false
  }
}
