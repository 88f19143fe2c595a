import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { useRules } from '../parts/rules.ts'
import { canEdit, useSession } from '../session/session.ts'
import { rules as t } from '../texts/rules.ts'
import { Lists } from './lists.tsx'
import { Policies } from './policies.tsx'
import { type Edited, PolicyEditor } from './policy-editor.tsx'

export default function RulesPage() {
  const rules = useRules()
  const { data: session } = useSession()
  const mayEdit = canEdit(session?.role)
  const [edited, setEdited] = useState<Edited>()
  return (
    <Page
      title={t.title}
      lead={t.lead}
      help="rules"
      actions={
        mayEdit && (
          <Button look="main" onClick={() => setEdited('new')}>
            <Plus aria-hidden />
            {t.newPolicy}
          </Button>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Problem error={rules.error} onRetry={() => rules.refetch()} />
        {rules.isPending && !rules.error && <Loading />}
        {rules.data && (
          <>
            <Policies policies={rules.data.policies} mayEdit={mayEdit} onEdit={setEdited} />
            <Lists entries={rules.data.entries} mayEdit={mayEdit} />
          </>
        )}
      </div>
      {edited && <PolicyEditor edited={edited} mayEdit={mayEdit} onClose={() => setEdited(undefined)} />}
    </Page>
  )
}
