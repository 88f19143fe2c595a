import type { Access } from '../../access/caller.ts'

/** §4.1, §4.2: write permission, and an active subscription for callers of every kind. */
export const SUBMITTER = { permission: 'write', subscription: true, scope: 'bulk' } satisfies Access
/** Reading what one owns: a session needs no subscription for it, an API token always has one (§5). */
export const OWNER = { permission: 'read', subscription: false, scope: 'bulk' } satisfies Access
/** Changing or discarding what the account has submitted, which has to be possible without a subscription. */
export const EDITOR = { permission: 'write', subscription: false, scope: 'bulk' } satisfies Access
