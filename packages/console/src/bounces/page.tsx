import { Page } from '../parts/page.tsx'
import { isAdmin, useLastSession } from '../session/session.ts'
import { bounces as t } from '../texts/bounces.ts'
import { Bursts } from './bursts.tsx'
import { Sources } from './sources.tsx'
import { SuppressionList } from './suppression-list.tsx'
import { UploadBounces } from './upload.tsx'

export default function BouncesPage() {
  const session = useLastSession()
  return (
    <Page title={t.title} lead={t.lead} help="bounces">
      <div className="grid gap-5">
        <Bursts which="held" />
        <UploadBounces />
        <SuppressionList />
        <Bursts which="decided" />
        {isAdmin(session?.role) && <Sources />}
      </div>
    </Page>
  )
}
