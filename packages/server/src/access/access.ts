// A caller's identity and rights, and the demands of a route.
import type { PlanFeature, Role, TokenPermission, TokenScope } from '@mailsift/contract'
import type { TokenRules } from '../credentials/tokens/token-rules.ts'

export type CallerKind = 'token' | 'session' | 'bearer'

export type Member = {
  readonly userId: string
  readonly role: Role
  readonly isOperator: boolean
  /** Whether the person has turned one on, or this session began with two factors at once. */
  readonly hasSecondFactor: boolean
  /** Whether the account requires a second factor that neither the person nor this session has. */
  readonly lacksSecondFactor: boolean
}

export type Caller = {
  readonly accountId: string
  readonly kind: CallerKind
  readonly permission: TokenPermission
  /** Id of the API token or session: to count and log by, useless as a credential. */
  readonly credentialId: string
  readonly subscribed: boolean
  /** The person who signed in and their role in the account; null for an API token. */
  readonly member: Member | null
  /** Restrictions of an API token; null for one with the default scopes and no restrictions, and for sessions. */
  readonly rules: TokenRules | null
}

export type Access =
  | 'public'
  | {
      permission: TokenPermission
      /** Whether sessions and bearers need an active subscription; API tokens always do (§5). */
      subscription: boolean
      /** The scope that a token must have; any token will do without it. Sessions need none. */
      scope?: TokenScope
      /** The kinds of caller that are allowed; all, unless given. */
      kinds?: readonly CallerKind[]
      /** The least role of a person: member for what writes or costs something, viewer for the rest, unless given. */
      role?: Role
      /** Only for operators of the installation. For everyone else the route does not exist. */
      operator?: true
      /** Also for a member who lacks the second factor that the account requires: what they need to set one up, or to leave. */
      beforeSecondFactor?: true
    }

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** The part of the service that it belongs to, if its scope does not say so: a plan can leave it out (plans/rules.ts). Null: every plan has it. */
    feature?: PlanFeature | null
  }
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** A person who signed in, whatever their role, without a subscription: one must be able to get there to have one. */
export const SIGNED_IN = {
  permission: 'write',
  subscription: false,
  kinds: ['session', 'bearer'],
  role: 'viewer',
} satisfies Access
export const ADMIN = { ...SIGNED_IN, role: 'admin' } satisfies Access
