import type { SignInDeps } from '../identity/deps.ts'
import type { Http } from '../platform/http/server.ts'
import { registerInvitationRoutes } from './members/invitation-routes.ts'
import { registerMemberRoutes } from './members/member-routes.ts'
import { registerRequiredSecondFactorRoute } from './members/required-second-factor-route.ts'

export function registerAccountRoutes(app: Http, deps: SignInDeps & { normalize(email: string): string }): void {
  registerMemberRoutes(app, deps)
  registerRequiredSecondFactorRoute(app, deps)
  registerInvitationRoutes(app, deps)
}
