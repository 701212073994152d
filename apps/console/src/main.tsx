import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { nameChunkFailures } from './app/chunk-load-error.ts'
import { Providers } from './app/providers.tsx'
import { router } from './app/router.tsx'
import './styles.css'
import { watchTheme } from './ui/layout/theme.ts'

nameChunkFailures()
watchTheme()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <Providers router={router} />
  </StrictMode>,
)
