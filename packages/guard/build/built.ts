// The script that an instance serves: built when the packages are installed, as the data of the engine is.
import { readFileSync } from 'node:fs'

export const SCRIPT_FILE = new URL('../dist/guard.js', import.meta.url)

export function readGuardScript(): Buffer {
  try {
    return readFileSync(SCRIPT_FILE)
  } catch (cause) {
    throw new Error('The script of the guard is missing; npm ci builds it.', { cause })
  }
}
