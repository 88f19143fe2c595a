import type { AddressLists } from '@mailsift/engine'
import type { ListEntry, SavedPolicy } from '@mailsift/sdk'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'

export const RULES_KEY = ['rules']

export type Rules = { policies: SavedPolicy[]; entries: ListEntry[]; lists: AddressLists }

/** The saved policies of the account, and its allow and deny rules. */
export function useRules(): UseQueryResult<Rules> {
  return useQuery({
    queryKey: RULES_KEY,
    queryFn: async ({ signal }) => {
      const [{ items: policies }, { items: entries }] = await Promise.all([
        mailsift.account.policies.list({ signal }),
        mailsift.account.listEntries.list({ signal }),
      ])
      const keysOn = (list: ListEntry['list']) => entries.filter((each) => each.list === list).map(({ key }) => key)
      return { policies, entries, lists: { allow: keysOn('allow'), deny: keysOn('deny') } }
    },
    staleTime: 60_000,
  })
}
