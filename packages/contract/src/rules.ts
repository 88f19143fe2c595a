// The saved rules of an account: named policies, and addresses and domains that are always allowed or always denied.
import { type Static, Type } from 'typebox'
import { Uuid, UuidInput } from './ids.ts'
import {
  LIST_ENTRIES_BATCH_MAX_COUNT,
  LIST_ENTRY_MAX_CHARACTERS,
  LIST_NOTE_MAX_CHARACTERS,
  POLICY_NAME_MAX_CHARACTERS,
} from './limits.ts'
import { PRESET_NAMES } from './presets.ts'
import { REASON_CODES, type ReasonCode } from './reason-codes.ts'
import { count, dateTime, oneOf, strict } from './schema.ts'

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** The name of a saved policy, or one of the built-in purposes. */
export const PolicyName = Type.String({
  pattern: NAME.source,
  maxLength: POLICY_NAME_MAX_CHARACTERS,
  description: 'Lower-case letters, digits and hyphens.',
})

export const PolicyParams = strict({ policyName: PolicyName })

const codes = (effect: string) =>
  Type.Array(oneOf(REASON_CODES), {
    maxItems: REASON_CODES.length,
    uniqueItems: true,
    description: `Reason codes that ${effect}.`,
  })

const policyFields = {
  preset: oneOf(PRESET_NAMES, { description: 'The purpose that decides on all other reasons.' }),
  allow: codes('are ignored'),
  caution: codes('make an address risky'),
  refuse: codes('make an address unsafe'),
}

export const SavePolicyBody = strict(policyFields)
export type SavePolicyBody = Static<typeof SavePolicyBody>

const Tier = oneOf(['safe', 'risky', 'unsafe'])

export const PolicyTiers = strict(
  Object.fromEntries(REASON_CODES.map((code) => [code, Tier])) as Record<ReasonCode, typeof Tier>,
  { description: 'The effective tier of each reason.' },
)

export const SavedPolicy = strict({
  name: PolicyName,
  ...policyFields,
  tiers: PolicyTiers,
  updated_at: dateTime(),
})
export type SavedPolicy = Static<typeof SavedPolicy>

export const SavedPolicyList = strict({ items: Type.Array(SavedPolicy) })
export type SavedPolicyList = Static<typeof SavedPolicyList>

export const ListName = oneOf(['allow', 'deny'])
export type ListName = Static<typeof ListName>

const note = Type.String({ maxLength: LIST_NOTE_MAX_CHARACTERS, description: 'Why it is on the list, for people.' })

export const AddListEntriesBody = strict({
  list: ListName,
  entries: Type.Array(Type.String({ maxLength: LIST_ENTRY_MAX_CHARACTERS }), {
    minItems: 1,
    maxItems: LIST_ENTRIES_BATCH_MAX_COUNT,
    description: 'Addresses and domains. An entry of the other list moves to this one.',
  }),
  note: Type.Optional(note),
})
export type AddListEntriesBody = Static<typeof AddListEntriesBody>

export const AddedListEntries = strict({
  added: count('New entries.'),
  changed: count('Entries that were on the other list, or had another note.'),
})
export type AddedListEntries = Static<typeof AddedListEntries>

export const ListEntry = strict({
  id: Uuid,
  list: ListName,
  entry: Type.String({ description: 'As it was given: an address, or a domain with everything below it.' }),
  key: Type.String({ description: 'What it matches: the normalized address, or the domain in its ASCII form.' }),
  note,
  added_at: dateTime(),
})
export type ListEntry = Static<typeof ListEntry>

export const ListEntries = strict({ items: Type.Array(ListEntry, { description: 'All entries, newest first.' }) })
export type ListEntries = Static<typeof ListEntries>

export const ListEntryParams = strict({ entryId: UuidInput })

/** In a response about an address. */
export const Listed = strict(
  { list: ListName, entry: Type.String({ description: 'The key of the entry that matched.' }) },
  { description: 'The entry of your allow or deny list that matched the address. Null if none did.' },
)
