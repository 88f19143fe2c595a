import { Page } from '../parts/page.tsx'
import { settings } from '../texts/settings.ts'
import { Appearance } from './appearance.tsx'
import { Audit } from './audit.tsx'
import { ConfirmAddress } from './confirm-address.tsx'
import { Identities } from './identities.tsx'
import { Leaving } from './leaving.tsx'
import { Notifications } from './notifications.tsx'
import { Operator } from './operator.tsx'
import { Passkeys } from './passkeys.tsx'
import { Password } from './password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

export default function SettingsPage() {
  return (
    <Page title={settings.title} lead={settings.lead} help="settings">
      <div className="grid gap-5">
        <ConfirmAddress />
        <div className="grid gap-5 lg:grid-cols-2">
          <Password />
          <div className="grid content-start gap-5">
            <Appearance />
            <SecondFactor />
            <Notifications />
          </div>
        </div>
        <Passkeys />
        <Identities />
        <Sessions />
        <Audit />
        <Leaving />
        <Operator />
      </div>
    </Page>
  )
}
