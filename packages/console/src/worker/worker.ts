// The worker: everything that validates addresses or parses lists runs here, off the main thread.
import { fetchEngineData, placeTables } from './engine-files.ts'
import { PARTS } from './parts.ts'
import { serve } from './remote.ts'

fetchEngineData().catch(() => undefined)
serve(async (part) => {
  await placeTables()
  return PARTS[part as keyof typeof PARTS]()
})
