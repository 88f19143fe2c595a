import type { Http } from '../platform/http/server.ts'
import type { SignInDeps } from './deps.ts'
import { registerPasskeyRoutes } from './passkeys/routes.ts'
import { registerSecondFactorRoutes } from './second-factor/routes.ts'
import { registerSessionRoutes } from './sessions/routes.ts'
import { registerSignInRoutes } from './sessions/sign-in-routes.ts'
import { registerSignUpRoutes, type SignUpSettings } from './sign-up/routes.ts'
import { registerLinkedIdentityRoutes } from './single-sign-on/identity-routes.ts'
import { registerSingleSignOnRoutes } from './single-sign-on/routes.ts'
import { registerConfirmAddressRoutes } from './users/confirm-address-routes.ts'
import { registerNotificationRoutes } from './users/notification-routes.ts'
import { registerPasswordRoute } from './users/password-routes.ts'
import { registerResetLinkRoutes } from './users/reset-link-routes.ts'
import { registerSignInLinkRoutes } from './users/sign-in-link-routes.ts'

export function registerIdentityRoutes(app: Http, deps: SignInDeps & { signUp: SignUpSettings }): void {
  registerSignInRoutes(app, deps)
  registerPasswordRoute(app, deps)
  registerSecondFactorRoutes(app, deps)
  registerSignInLinkRoutes(app, deps)
  registerSessionRoutes(app, deps)
  registerSingleSignOnRoutes(app, deps)
  registerLinkedIdentityRoutes(app, deps)
  registerPasskeyRoutes(app, deps)
  registerResetLinkRoutes(app, deps)
  registerConfirmAddressRoutes(app, deps)
  registerSignUpRoutes(app, deps)
  registerNotificationRoutes(app, deps)
}
