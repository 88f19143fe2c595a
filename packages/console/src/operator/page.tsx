import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { Button } from '../parts/button.tsx'
import { Page } from '../parts/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { useUrlState } from '../parts/url-state.ts'
import { useSession } from '../session/session.ts'
import { Missing } from '../shell/missing.tsx'
import { operator as t } from '../texts/operator.ts'
import { Accounts } from './accounts.tsx'
import { Events } from './events.tsx'
import { Overview } from './overview.tsx'
import { OPERATOR_KEY } from './query.ts'
import { Tasks } from './tasks.tsx'

const VIEWS = ['overview', 'accounts', 'tasks', 'events'] as const
const CONTENT = { overview: Overview, accounts: Accounts, tasks: Tasks, events: Events } as const

export default function OperatorPage() {
  const { data: session } = useSession()
  const [view, setView] = useUrlState('view', VIEWS, 'overview')
  const client = useQueryClient()
  if (!session?.operator) return <Missing />
  const Content = CONTENT[view]
  return (
    <Page
      title={t.title}
      lead={t.lead}
      help="operator"
      actions={
        <Button onClick={() => client.invalidateQueries({ queryKey: [OPERATOR_KEY] })}>
          <RefreshCw aria-hidden />
          {t.refresh}
        </Button>
      }
    >
      <Tabs
        label={t.title}
        value={view}
        options={VIEWS.map((value) => ({ value, label: t.views[value] }))}
        onChange={setView}
      >
        <Content />
      </Tabs>
    </Page>
  )
}
