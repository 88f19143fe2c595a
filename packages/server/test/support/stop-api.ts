import type { RunningApi } from '../../src/api.ts'

/** Nothing more comes to the API of a test: the connections that `fetch` keeps for later are not waited for. */
export async function stopApi(api: RunningApi): Promise<void> {
  api.http.server.closeIdleConnections()
  await api.stop(true)
}
