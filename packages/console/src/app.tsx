import { CSPProvider } from '@base-ui/react/csp-provider'
import { CONSOLE_PATHS } from '@mailsift/contract/console'
import { MutationCache, notifyManager, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Route, Router, Switch, useLocation } from 'wouter'
import { BASE_PATH } from './base.ts'
import { Loading } from './parts/loading.tsx'
import { Gate } from './session/gate.tsx'
import { isSignedOut, SESSION_KEY } from './session/session.ts'
import { Landing } from './shell/landing.tsx'
import { Layout } from './shell/layout.tsx'
import { Missing } from './shell/missing.tsx'
import { PageBoundary } from './shell/page-boundary.tsx'

const SCRIPTS = {
  check: () => import('./check/page.tsx'),
  clean: () => import('./clean/page.tsx'),
  files: () => import('./files/page.tsx'),
  group: () => import('./results/page.tsx'),
  job: () => import('./results/page.tsx'),
  contacts: () => import('./contacts/page.tsx'),
  contact: () => import('./contacts/contact-page.tsx'),
  domains: () => import('./domain/page.tsx'),
  domain: () => import('./domain/page.tsx'),
  bounces: () => import('./bounces/page.tsx'),
  rules: () => import('./rules/page.tsx'),
  tokens: () => import('./tokens/page.tsx'),
  team: () => import('./team/page.tsx'),
  usage: () => import('./usage/page.tsx'),
  settings: () => import('./settings/page.tsx'),
  operator: () => import('./operator/page.tsx'),
  operatedAccount: () => import('./operator/account-page.tsx'),
} as const
type Name = keyof typeof SCRIPTS
const NAMES = Object.keys(SCRIPTS) as Name[]
const PAGES = NAMES.map((name) => ({ path: CONSOLE_PATHS[name], Page: lazy(SCRIPTS[name]) }))

// Loads the page's script while the session is being requested.
const wanted = NAMES.find((name) => BASE_PATH + CONSOLE_PATHS[name] === location.pathname)
if (wanted) SCRIPTS[wanted]().catch(() => undefined)

const onError = (error: unknown) => {
  if (isSignedOut(error)) client.setQueryData(SESSION_KEY, null)
}

// Renders the pending state before the next event, so that the second half of a double click hits a disabled button.
notifyManager.setScheduler(queueMicrotask)

const client = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // The SDK already retries.
    queries: { retry: false, staleTime: 5_000 },
    mutations: { retry: false },
  },
})

export function App() {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <Router base={BASE_PATH}>
          <Gate>
            <Layout>
              <Landing>
                <Pages />
              </Landing>
            </Layout>
          </Gate>
        </Router>
      </QueryClientProvider>
    </CSPProvider>
  )
}

/** One component per address, so that state does not leak from one page to the next. */
function Pages() {
  const [location] = useLocation()
  return (
    <PageBoundary key={location}>
      <Suspense fallback={<Loading />}>
        <Switch>
          {PAGES.map(({ path, Page }) => (
            <Route key={path} path={path}>
              <Page />
            </Route>
          ))}
          <Route>
            <Missing />
          </Route>
        </Switch>
      </Suspense>
    </PageBoundary>
  )
}
