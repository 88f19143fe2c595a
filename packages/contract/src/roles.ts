import type { Static } from 'typebox'
import { oneOf } from './schema.ts'

/** Roles of a person in an account, the most powerful first. Each role may do everything that the next one may. */
export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const
export const Role = oneOf(ROLES, {
  description:
    'owner: everything. admin: everything except owners. member: validations, lists and contacts. viewer: read only.',
})
export type Role = Static<typeof Role>
