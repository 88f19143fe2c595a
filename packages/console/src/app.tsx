import { CSPProvider } from '@base-ui/react/csp-provider'
import { CONSOLE_PATHS } from '@mailsift/contract/console'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Route, Router, Switch } from 'wouter'
import { BASE_PATH } from './base.ts'
import { Loading } from './parts/loading.tsx'
import { Gate } from './session/gate.tsx'
import { isSignedOut, SESSION_KEY } from './session/session.ts'
import { Layout } from './shell/layout.tsx'
import { Missing } from './shell/missing.tsx'

const PAGES = {
  check: lazy(() => import('./check/page.tsx')),
  clean: lazy(() => import('./clean/page.tsx')),
  files: lazy(() => import('./files/page.tsx')),
  group: lazy(() => import('./results/page.tsx')),
  job: lazy(() => import('./results/page.tsx')),
  contacts: lazy(() => import('./contacts/page.tsx')),
  contact: lazy(() => import('./contacts/contact-page.tsx')),
  tokens: lazy(() => import('./tokens/page.tsx')),
  usage: lazy(() => import('./usage/page.tsx')),
  settings: lazy(() => import('./settings/page.tsx')),
} as const

const onError = (error: unknown) => {
  if (isSignedOut(error)) client.setQueryData(SESSION_KEY, null)
}

const client = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // The SDK retries what may succeed.
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
              <Suspense fallback={<Loading />}>
                <Switch>
                  {Object.entries(PAGES).map(([name, Page]) => (
                    <Route key={name} path={CONSOLE_PATHS[name as keyof typeof PAGES]}>
                      <Page />
                    </Route>
                  ))}
                  <Route>
                    <Missing />
                  </Route>
                </Switch>
              </Suspense>
            </Layout>
          </Gate>
        </Router>
      </QueryClientProvider>
    </CSPProvider>
  )
}
