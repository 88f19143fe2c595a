// The engine's data files, cached forever by the browser. Both are requested when the worker starts: fetching them one
// after another would double the latency.
import dataUrl from 'engine-data?url'
import tablesUrl from 'engine-tables?url'
import { workerProblems } from '../texts/worker.ts'

/** The tables of the engine's libraries. They must be in place before the code that reads them is loaded. */
export const placeTables = unlessFailed(async () => {
  Object.assign(globalThis, { engineTables: await (await fetchFile(tablesUrl)).json() })
})

export const fetchEngineData = unlessFailed(async () => new Uint8Array(await (await fetchFile(dataUrl)).arrayBuffer()))

async function fetchFile(url: string): Promise<Response> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(workerProblems.engineData)
  return response
}

/** Caches success; after a failure, the next call tries again. */
function unlessFailed<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}
