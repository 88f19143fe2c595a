import { createEngine, type Engine } from '@mailsift/engine'
import { fetchEngineData } from './engine-files.ts'

let engine: Engine | undefined

/** One engine for all parts of the worker. */
export async function loadEngine(): Promise<Engine> {
  const data = await fetchEngineData()
  engine ??= createEngine(data)
  return engine
}
