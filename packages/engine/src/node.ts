/** The engine with its compiled data, for Node. All other files of this package run in every runtime. */
import { readFileSync } from 'node:fs'
import { createEngine, type Engine, type EngineOptions } from './engine.ts'

const DATA_FILE = new URL('../data/engine.bin', import.meta.url)

export function loadEngine(options: EngineOptions = {}): Engine {
  return createEngine(readData(), options)
}

function readData(): Uint8Array {
  try {
    return readFileSync(DATA_FILE)
  } catch (cause) {
    throw new Error(
      'The data of the engine is missing: install the package again, or run npm run data:build in a clone.',
      { cause },
    )
  }
}
