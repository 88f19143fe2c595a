// The door of saved rules: the policy of a request, and the entries of the account's lists that are about its address.
import { type AddressLists, type Engine, keysOf, type Policy } from '@mailsift/engine'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { AppError } from '../platform/http/problem.ts'
import { isPreset, type StoredPolicy, toPolicy } from './policies.ts'

type Found = { policy: StoredPolicy | null; entries: { key: string; list: 'allow' | 'deny' }[] }

/** One statement reads both. Entries are found by the keys of the address, so that long lists cost no more than short ones. */
export async function readRules(
  { db, engine }: { db: Db; engine: Pick<Engine, 'validate'> },
  accountId: string,
  { email, policy = 'sign-up' }: { email: string; policy?: string | undefined },
): Promise<Policy> {
  const verdict = engine.validate(email)
  const { rows } = await sql<Found>`
    SELECT
      (SELECT to_jsonb(p) FROM policies p WHERE p.account_id = ${accountId} AND p.name = ${policy}) AS policy,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('key', e.key, 'list', e.list)), '[]') FROM list_entries e
        WHERE e.account_id = ${accountId} AND e.key = ANY(${verdict.ok ? keysOf(verdict) : []}::text[])) AS entries`.execute(
    db,
  )
  const { policy: saved, entries } = rows[0]!
  const lists: AddressLists = { allow: keysOn('allow'), deny: keysOn('deny') }
  if (isPreset(policy)) return { preset: policy, lists }
  if (!saved) throw unknownPolicy(policy)
  return { ...toPolicy(saved), lists }

  function keysOn(list: 'allow' | 'deny') {
    return entries.filter((each) => each.list === list).map(({ key }) => key)
  }
}

function unknownPolicy(name: string): AppError {
  const message = `No policy is named ${name}. Use sign-up, marketing, b2b, or a policy that the account has saved.`
  return new AppError('invalid_request', message, { errors: [{ path: '/querystring/policy', message }] })
}
