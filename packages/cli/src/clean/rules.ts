// The policy of a list: a built-in purpose or a saved policy, with the account's allow and deny rules.
import { type Policy, PRESETS } from '@mailsift/engine/policy'
import { isApiError, type Mailsift } from '@mailsift/sdk'
import { usageError } from '../exit.ts'
import { isPreset, type PolicyValues, presetPolicy, readSwitches } from './options.ts'

/** Without a service there are only the built-in purposes. */
export async function readRules(
  mailsift: Mailsift | undefined,
  values: PolicyValues,
  signal: AbortSignal,
): Promise<Policy> {
  if (!mailsift) return presetPolicy(values)
  const { policies, entries } = await readSaved(mailsift, signal)
  const on = (list: 'allow' | 'deny') => entries.filter((each) => each.list === list).map(({ key }) => key)
  const lists = { allow: on('allow'), deny: on('deny') }
  const { policy: name = 'marketing' } = values
  if (isPreset(name)) return { ...presetPolicy(values), lists }
  const saved = policies.find((each) => each.name === name)
  if (!saved) {
    const known = [...PRESETS, ...policies.map((each) => each.name)]
    throw usageError(`No policy is named "${name}". Use ${known.join(', ')}.`)
  }
  const switches = readSwitches(values)
  const given = new Set<string>(Object.values(switches).flat())
  const rest = <Code extends string>(codes: readonly Code[]) => codes.filter((code) => !given.has(code))
  return {
    preset: saved.preset,
    allow: [...rest(saved.allow), ...switches.allow],
    caution: [...rest(saved.caution), ...switches.caution],
    refuse: [...rest(saved.refuse), ...switches.refuse],
    lists,
  }
}

/** Undefined for a service of version 0.1.0, which has no policies. */
async function readSaved({ account }: Mailsift, signal: AbortSignal) {
  try {
    const [policies, entries] = await Promise.all([
      account.policies.list({ signal }),
      account.listEntries.list({ signal }),
    ])
    return { policies: policies.items, entries: entries.items }
  } catch (error) {
    if (isApiError(error, 'not_found')) return { policies: [], entries: [] }
    throw error
  }
}
