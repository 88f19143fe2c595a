import './styles.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { startTheme } from './shell/theme.ts'

startTheme()
// Otherwise a file dropped outside the drop zone would replace the page.
for (const type of ['dragover', 'drop'] as const)
  addEventListener(type, (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  })
createRoot(document.getElementById('root')!).render(<App />)
