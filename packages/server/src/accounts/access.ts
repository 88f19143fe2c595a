// What is known of a caller, and what a route demands.
import type { TokenPermission } from '@mailsift/contract'

export type CallerKind = 'token' | 'session' | 'bearer'

export type Caller = {
  readonly userId: string
  readonly kind: CallerKind
  readonly permission: TokenPermission
  /** Id of the API token or session: to count and log by, useless as a credential. */
  readonly credentialId: string
  readonly subscribed: boolean
}

export type Access =
  | 'public'
  | {
      permission: TokenPermission
      /** Whether sessions and bearers need an active subscription; API tokens always do (§5). */
      subscription: boolean
      /** Who may come at all; everybody, unless named. */
      kinds?: readonly CallerKind[]
    }

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    caller: Caller | null
  }
}
