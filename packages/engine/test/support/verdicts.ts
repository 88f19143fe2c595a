import { expect } from 'vitest'
import type { Accepted, Verdict } from '../../src/verdict/verdict.ts'

export function accepted(verdict: Verdict): Accepted {
  expect(verdict, verdict.ok ? '' : verdict.error.message).toMatchObject({ ok: true })
  return verdict as Accepted
}
