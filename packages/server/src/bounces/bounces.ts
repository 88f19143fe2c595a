// The door of bounces: reports that come in as mails, webhooks and events.
import type { Http } from '../platform/http/server.ts'
import { type ReceiveDeps, registerReceiveRoutes } from './receive/routes.ts'
import { registerUndoRoutes } from './undo-routes.ts'

export { bouncesCron, deleteOldBursts } from './delete-old.ts'
export { pickUp, pickUpCron, planPickUps, resealSources } from './pick-up/pick-up.ts'
export { createMailReader, type MailReader } from './receive/mail-reader/mail-reader.ts'
export { faultOf, faultOfKey, needsKey } from './receive/new-source.ts'
export {
  listSources,
  makeSource,
  removeSource,
  replaceKey,
  rotateSource,
  SOURCES_MAX,
  shownOnce,
  toSource,
} from './receive/sources.ts'

export function registerBounceRoutes(app: Http, deps: ReceiveDeps): void {
  registerReceiveRoutes(app, deps)
  registerUndoRoutes(app, deps)
}
