import { loadEngine } from './engine.ts'
import { judgeList, listRows, prepareUpload, viewList } from './list.ts'
import { makeExport, previewExport, readResults } from './results.ts'
import { traceAddress } from './trace.ts'

/** What the page may ask of its worker. */
export const methods = {
  traceAddress,
  viewList,
  judgeList,
  listRows,
  prepareUpload,
  readResults,
  previewExport,
  makeExport,
  /** So that the first letter typed is answered at once. */
  warmUp: async () => {
    await loadEngine()
  },
}
export type WorkerMethods = typeof methods
