import type { Policy, PolicyCode } from '@mailsift/engine'
import { tierOfCode } from '@mailsift/engine/policy'
import { labelOf } from '@mailsift/engine/reason-texts'
import { format } from '../texts/format.ts'
import { rules as t } from '../texts/verdicts.ts'
import { Button } from './button.tsx'
import { Choice } from './field.tsx'
import { readKept, writeKept } from './kept.ts'
import { keptPurpose, Purpose } from './purpose.tsx'

const KEY = 'mailsift.switches'
const SWITCHES = ['allow', 'caution', 'refuse'] as const
type Switch = (typeof SWITCHES)[number]

/** The reasons that people weigh differently come first; a malformed address is never sent to. */
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

type ListPolicy = Policy & { preset: NonNullable<Policy['preset']> }

const switchOf = (policy: Policy, code: PolicyCode): Switch | undefined =>
  SWITCHES.find((name) => policy[name]?.includes(code))

/** The last purpose and switches of this browser, so that the results are validated as the list was. */
export function keptPolicy(): ListPolicy {
  const kept = readKept(KEY)
  return CODES.reduce((policy, code) => {
    const name = SWITCHES.find((each) => each === kept[code])
    return name === undefined ? policy : switched(policy, code, name)
  }, startOf(keptPurpose()))
}

function startOf(preset: ListPolicy['preset']): ListPolicy {
  return { preset, allow: [], caution: [], refuse: [] }
}

function switched(policy: ListPolicy, code: PolicyCode, to: Switch | undefined): ListPolicy {
  const codesOf = (name: Switch) => [
    ...(policy[name] ?? []).filter((other) => other !== code),
    ...(name === to ? [code] : []),
  ]
  return { preset: policy.preset, allow: codesOf('allow'), caution: codesOf('caution'), refuse: codesOf('refuse') }
}

/** The purpose of a list, and the weights of single reasons where the purpose alone does not say it. */
export function ListPolicyChoice({ value, onChange }: { value: ListPolicy; onChange(value: ListPolicy): void }) {
  const changed = CODES.filter((code) => switchOf(value, code) !== undefined)
  function take(policy: ListPolicy) {
    const kept = Object.fromEntries(CODES.map((code) => [code, switchOf(policy, code)]))
    writeKept(KEY, kept)
    onChange(policy)
  }
  return (
    <div className="grid gap-3">
      <div className="max-w-60">
        <Purpose value={value.preset} onChange={(preset) => onChange({ ...value, preset })} />
      </div>
      <details>
        <summary className="cursor-pointer text-sm text-soft">
          {changed.length === 0 ? t.title : format(t.titleChanged, { count: changed.length })}
        </summary>
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          {CODES.map((code) => (
            <Choice<Switch | typeof AS_PURPOSE>
              key={code}
              label={labelOf(code)}
              value={switchOf(value, code) ?? AS_PURPOSE}
              options={[
                { value: AS_PURPOSE, label: t.standard[tierOfCode(code, { preset: value.preset })] },
                ...SWITCHES.map((name) => ({ value: name, label: t.names[name] })),
              ]}
              onChange={(name) => take(switched(value, code, name === AS_PURPOSE ? undefined : name))}
            />
          ))}
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

const AS_PURPOSE = 'purpose'
