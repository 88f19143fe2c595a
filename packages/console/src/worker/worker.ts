// Everything that judges addresses or takes lists apart runs here, beside the page. The tables of its libraries are data, and
// have to be there before the code that reads them.
import tablesUrl from 'engine-tables?url'
import { serve } from './remote.ts'

serve(
  (async () => {
    const response = await fetch(tablesUrl)
    if (!response.ok) throw new Error(`The tables of the engine could not be loaded (status ${response.status}).`)
    Object.assign(globalThis, { engineTables: await response.json() })
    return (await import('./methods.ts')).methods
  })(),
)
