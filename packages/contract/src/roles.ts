import type { Static } from 'typebox'
import { oneOf } from './schema.ts'

/** Roles of a person in an account, most privileged first. Each role includes the rights of the next one. */
export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const
export const Role = oneOf(ROLES, {
  description:
    'owner: everything. admin: everything except owners. member: validations, lists and contacts. viewer: read only.',
})
export type Role = Static<typeof Role>
