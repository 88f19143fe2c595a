import type { PolicyPreset } from '@mailsift/engine'
import { purposes } from '../texts/verdicts.ts'
import { Choice } from './field.tsx'

const KEY = 'mailsift.purpose'
const PURPOSES: readonly PolicyPreset[] = ['marketing', 'sign-up', 'b2b']

/** The purpose of a list decides which addresses are safe; the last choice is kept in this browser. */
export function keptPurpose(): PolicyPreset {
  const kept = localStorage.getItem(KEY)
  return PURPOSES.find((purpose) => purpose === kept) ?? 'marketing'
}

export function Purpose({ value, onChange }: { value: PolicyPreset; onChange(value: PolicyPreset): void }) {
  return (
    <Choice
      label={purposes.label}
      value={value}
      options={PURPOSES.map((purpose) => ({ value: purpose, label: purposes.names[purpose] }))}
      onChange={(purpose) => {
        localStorage.setItem(KEY, purpose)
        onChange(purpose)
      }}
    />
  )
}
