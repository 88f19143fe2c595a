// Everything that judges addresses or takes lists apart runs here, beside the page.
import { loadEngine } from './engine.ts'
import { serve } from './remote.ts'
import { traceAddress } from './trace.ts'

const methods = {
  traceAddress,
  /** So that the first letter typed is answered at once. */
  warmUp: async () => {
    await loadEngine()
  },
}
export type WorkerMethods = typeof methods
serve(methods)
