import dataUrl from 'engine-data?url'
import { createEngine, type Engine } from '@mailsift/engine'

let loading: Promise<Engine> | undefined

/** The engine with its data, which is fetched once and kept by the browser for good. */
export function loadEngine(): Promise<Engine> {
  loading ??= fetchEngine().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

async function fetchEngine(): Promise<Engine> {
  const response = await fetch(dataUrl)
  if (!response.ok) throw new Error(`The data of the engine could not be loaded (status ${response.status}).`)
  return createEngine(new Uint8Array(await response.arrayBuffer()))
}
