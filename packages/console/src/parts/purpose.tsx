import type { PolicyPreset } from '@mailsift/engine'
import type { SavedPolicy } from '@mailsift/sdk'
import { purposes } from '../texts/verdicts.ts'
import { Choice } from './field.tsx'

const KEY = 'mailsift.purpose'
export const PURPOSES: readonly PolicyPreset[] = ['marketing', 'sign-up', 'b2b']

/** The name of a built-in purpose or of a saved policy. */
export type PolicyName = PolicyPreset | (string & {})

/** The purpose of a list decides which addresses are safe; this browser remembers the last choice. */
export function keptPurpose(): PolicyName {
  return localStorage.getItem(KEY) ?? 'marketing'
}

export const isPreset = (name: string): name is PolicyPreset => (PURPOSES as readonly string[]).includes(name)

export const purposeName = (name: PolicyName) => (isPreset(name) ? purposes.names[name] : name)

export function Purpose({
  value,
  saved = [],
  onChange,
}: {
  value: PolicyName
  saved?: readonly SavedPolicy[]
  onChange(value: PolicyName): void
}) {
  return (
    <Choice<string>
      label={purposes.label}
      value={value}
      options={[...PURPOSES, ...saved.map(({ name }) => name)].map((name) => ({
        value: name,
        label: purposeName(name),
      }))}
      onChange={(purpose) => {
        localStorage.setItem(KEY, purpose)
        onChange(purpose)
      }}
    />
  )
}
