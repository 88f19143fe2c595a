import { usageError } from './exit.ts'

export const FAIL_ON_OPTION = {
  'fail-on': { type: 'string', value: 'unsafe', help: 'Exit with code 10 if an address is not safe to send to' },
} as const

export function readFailOn(value: string | undefined): boolean {
  if (value !== undefined && value !== 'unsafe') throw usageError(`--fail-on accepts only "unsafe", not "${value}".`)
  return value === 'unsafe'
}
