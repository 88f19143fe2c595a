// Everything that validates addresses or takes lists apart runs here, beside the page.
import { fetchEngineData, placeTables } from './engine-files.ts'
import { PARTS } from './parts.ts'
import { serve } from './remote.ts'

fetchEngineData().catch(() => undefined)
serve(async (part) => {
  await placeTables()
  return PARTS[part as keyof typeof PARTS]()
})
