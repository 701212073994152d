import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { useMatch, useNavigate } from 'react-router'
import { askedProof } from '../api/recent-proof.ts'
import { goPath } from '../state/go-keys.ts'
import {
  closeOverlay,
  openOverlay,
  setPaletteOpen,
  togglePalette,
  useIsPaletteOpen,
  useOverlay,
} from '../state/overlay.ts'
import { useSession } from '../state/session.tsx'
import { useKeySequence } from '../ui/hooks/use-key-sequence.ts'
import { useShortcut } from '../ui/hooks/use-shortcut.ts'
import { loadChunk } from './chunk-load-error.ts'
import { SignOutDialog } from './sign-out-dialog.tsx'

const CommandPalette = lazy(async () => ({
  default: (await loadChunk(() => import('../features/command-palette/command-palette.tsx')))
    .CommandPalette,
}))
const ShortcutList = lazy(async () => ({
  default: (await loadChunk(() => import('../features/shortcut-list/shortcut-list.tsx')))
    .ShortcutList,
}))

const DeployOverlay = lazy(async () => ({
  default: (await loadChunk(() => import('./deploy-overlay.tsx'))).DeployOverlay,
}))

const HistoryOverlay = lazy(async () => ({
  default: (await loadChunk(() => import('./history-overlay.tsx'))).HistoryOverlay,
}))

const ReauthenticateDialog = lazy(async () => ({
  default: (await loadChunk(() => import('../features/reauthenticate/reauthenticate-dialog.tsx')))
    .ReauthenticateDialog,
}))

/** G and a second key open a screen. */
function useGoKeys() {
  const navigate = useNavigate()
  const projectId = useMatch('/project/:projectId/*')?.params.projectId
  const { state } = useSession()
  useKeySequence('g', (key) => {
    const path = state === 'authenticated' ? goPath(key, projectId) : undefined
    if (path !== undefined) void navigate(path)
  })
}

function useOverlayKeys() {
  useShortcut('?', () => openOverlay('shortcuts'))
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      togglePalette()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/** Escape closes the palette alone, also while its script is loading; a dialog beneath would close instead. */
function usePaletteEscape(isPaletteOpen: boolean) {
  useLayoutEffect(() => {
    if (!isPaletteOpen) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      setPaletteOpen(false)
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [isPaletteOpen])
}

/** Dialogs that can open over any screen; each script is loaded on first use. */
export function Overlays() {
  const overlay = useOverlay()
  const isPaletteOpen = useIsPaletteOpen()
  const proof = askedProof.use()
  useOverlayKeys()
  usePaletteEscape(isPaletteOpen)
  useGoKeys()
  return (
    <>
      <Suspense>
        {overlay === 'deploy' ? <DeployOverlay onClose={closeOverlay} /> : null}
        {overlay === 'releases' || overlay === 'trash' ? (
          <HistoryOverlay view={overlay} onClose={closeOverlay} />
        ) : null}
        {overlay === 'shortcuts' ? <ShortcutList onClose={closeOverlay} /> : null}
      </Suspense>
      <SignOutDialog />
      {/* Boundaries of their own: loading these must not hide the deploy dialog, which would then take the focus back. */}
      <Suspense>
        {isPaletteOpen ? <CommandPalette onClose={() => setPaletteOpen(false)} /> : null}
      </Suspense>
      <Suspense>{proof ? <ReauthenticateDialog onAnswer={proof.answer} /> : null}</Suspense>
    </>
  )
}
