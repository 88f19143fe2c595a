import type { Role } from '@mailsift/sdk'

/** The roles that a person can assign, least privileged first. */
export function rolesFor(own: Role): Role[] {
  return own === 'owner' ? ['viewer', 'member', 'admin', 'owner'] : ['viewer', 'member', 'admin']
}
