import './styles.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { startTheme } from './shell/theme.ts'

startTheme()
createRoot(document.getElementById('root')!).render(<App />)
