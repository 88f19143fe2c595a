import { usageError } from './exit.ts'

export const FAIL_ON_OPTION = {
  'fail-on': { type: 'string', value: 'unsafe', help: 'Exit with 10 unless every address is safe to send to' },
} as const

export function readFailOn(value: string | undefined): boolean {
  if (value !== undefined && value !== 'unsafe') throw usageError(`--fail-on knows only "unsafe", not "${value}".`)
  return value === 'unsafe'
}
