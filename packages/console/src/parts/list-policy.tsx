import type { Policy, PolicyCode } from '@mailsift/engine'
import { tierOfCode } from '@mailsift/engine/policy'
import { labelOf } from '@mailsift/engine/reason-texts'
import type { SavedPolicy } from '@mailsift/sdk'
import { useMemo, useState } from 'react'
import { format } from '../texts/format.ts'
import { rules as t } from '../texts/verdicts.ts'
import { Button } from './button.tsx'
import { Choice } from './field.tsx'
import { readKept, writeKept } from './kept.ts'
import { Problem } from './problem.tsx'
import { isPreset, keptPurpose, Purpose } from './purpose.tsx'
import { useRules } from './rules.ts'

const KEY = 'mailsift.switches'
const SWITCHES = ['allow', 'caution', 'refuse'] as const
type Switch = (typeof SWITCHES)[number]

/** The most debatable reasons come first; malformed addresses are excluded, because they cannot be sent to. */
const CODES = Object.keys({
  role: 0,
  free_mail: 0,
  relay: 0,
  irregular: 0,
  disposable: 0,
  free_dns: 0,
  young_domain: 0,
  unicode: 0,
  typo: 0,
  no_reply: 0,
  not_issued: 0,
  reserved: 0,
  unknown_tld: 0,
  no_mx: 0,
  undeliverable: 0,
  parked: 0,
} satisfies Record<Exclude<PolicyCode, 'invalid'>, 0>) as PolicyCode[]

export type ListPolicy = Policy & {
  preset: NonNullable<Policy['preset']>
  /** The name of the saved policy, unless a reason was changed. */
  name?: string | undefined
}

const switchOf = (policy: Policy, code: PolicyCode): Switch | undefined =>
  SWITCHES.find((name) => policy[name]?.includes(code))

/** The last purpose and overrides in this browser, so that results use the same policy as the list. */
function keptPolicy(saved: readonly SavedPolicy[]): ListPolicy {
  const purpose = keptPurpose()
  const policy = saved.find(({ name }) => name === purpose)
  if (policy) return policyOf(policy)
  const kept = readKept(KEY)
  return CODES.reduce(
    (start, code) => {
      const name = SWITCHES.find((each) => each === kept[code])
      return name === undefined ? start : switched(start, code, name)
    },
    startOf(isPreset(purpose) ? purpose : 'marketing'),
  )
}

const policyOf = ({ name, preset, allow, caution, refuse }: SavedPolicy): ListPolicy => ({
  name,
  preset,
  allow,
  caution,
  refuse,
})

export function startOf(preset: ListPolicy['preset']): ListPolicy {
  return { preset, allow: [], caution: [], refuse: [] }
}

function switched(policy: ListPolicy, code: PolicyCode, to: Switch | undefined): ListPolicy {
  const codesOf = (name: Switch) => [
    ...(policy[name] ?? []).filter((other) => other !== code),
    ...(name === to ? [code] : []),
  ]
  return { preset: policy.preset, allow: codesOf('allow'), caution: codesOf('caution'), refuse: codesOf('refuse') }
}

const NONE: readonly SavedPolicy[] = []

/** The policy that a list is validated by: the choice, with the account's allow and deny rules. */
export function useListPolicy(): [ListPolicy, (policy: ListPolicy) => void] {
  const { data } = useRules()
  const [chosen, setChosen] = useState<ListPolicy>()
  const saved = data?.policies ?? NONE
  const lists = data?.lists
  const policy = useMemo(() => ({ ...(chosen ?? keptPolicy(saved)), lists }), [chosen, saved, lists])
  return [policy, setChosen]
}

/** The purpose of a list or a saved policy, and overrides of single reasons. */
export function ListPolicyChoice({ value, onChange }: { value: ListPolicy; onChange(value: ListPolicy): void }) {
  const rules = useRules()
  const saved = rules.data?.policies ?? NONE
  const changed = value.name === undefined ? CODES.filter((code) => switchOf(value, code) !== undefined) : []
  function take(policy: ListPolicy) {
    const kept = Object.fromEntries(CODES.map((code) => [code, switchOf(policy, code)]))
    writeKept(KEY, kept)
    onChange(policy)
  }
  function choose(name: string) {
    const policy = saved.find((each) => each.name === name)
    if (policy) onChange(policyOf(policy))
    else if (isPreset(name)) onChange(value.name === undefined ? { ...value, preset: name } : startOf(name))
  }
  return (
    <div className="grid gap-3">
      <Problem error={rules.error} onRetry={() => rules.refetch()} />
      <div className="max-w-60">
        <Purpose value={value.name ?? value.preset} saved={saved} onChange={choose} />
      </div>
      <details>
        <summary className="cursor-pointer text-sm text-soft">
          {changed.length === 0 ? t.title : format(t.titleChanged, { count: changed.length })}
        </summary>
        <div className="mt-3">
          <ReasonChoices value={value} onChange={take} />
        </div>
        {changed.length > 0 && (
          <Button className="mt-3" onClick={() => take(startOf(value.preset))}>
            {t.reset}
          </Button>
        )}
      </details>
    </div>
  )
}

/** A choice for each reason: the default of the purpose, or an override. */
export function ReasonChoices({
  value,
  disabled = false,
  onChange,
}: {
  value: ListPolicy
  disabled?: boolean
  onChange(value: ListPolicy): void
}) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {CODES.map((code) => (
        <Choice<Switch | typeof AS_PURPOSE>
          key={code}
          label={labelOf(code)}
          disabled={disabled}
          value={switchOf(value, code) ?? AS_PURPOSE}
          options={[
            { value: AS_PURPOSE, label: t.standard[tierOfCode(code, { preset: value.preset })] },
            ...SWITCHES.map((name) => ({ value: name, label: t.names[name] })),
          ]}
          onChange={(name) => onChange(switched(value, code, name === AS_PURPOSE ? undefined : name))}
        />
      ))}
    </div>
  )
}

const AS_PURPOSE = 'purpose'
