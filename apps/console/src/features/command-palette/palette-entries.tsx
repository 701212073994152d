import {
  ArchiveRestore,
  Database,
  History,
  Keyboard,
  LayoutGrid,
  LayoutTemplate,
  LogOut,
  Moon,
  Settings,
  Sun,
  Workflow,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useMatch, useNavigate } from 'react-router'
import { useIsAdmin } from '../../state/current-user.ts'
import { openOverlay } from '../../state/overlay.ts'
import { useSession } from '../../state/session.tsx'
import { useTheme } from '../../ui/layout/theme.ts'
import { commandPaletteStrings as strings } from './strings.ts'

export interface CommandPaletteEntry {
  key: string
  label: string
  icon: ReactNode
  run: () => void
}

export interface PaletteGroup {
  title: string
  entries: readonly CommandPaletteEntry[]
}

function useScreenEntries(): readonly CommandPaletteEntry[] {
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const projectId = useMatch('/project/:projectId/*')?.params.projectId
  const home = {
    key: 'home',
    label: strings.allProjects,
    icon: <LayoutGrid />,
    run: () => navigate('/home'),
  }
  const deleted = {
    key: 'deleted-projects',
    label: strings.deletedProjects,
    icon: <ArchiveRestore />,
    run: () => navigate('/deleted-projects'),
  }
  const outside = isAdmin ? [home, deleted] : [home]
  if (projectId === undefined) return outside
  const screen = (key: 'data' | 'ui' | 'workflow' | 'settings', icon: ReactNode) => ({
    key,
    label: strings[key],
    icon,
    run: () => navigate(`/project/${projectId}/${key}`),
  })
  return [
    screen('data', <Database />),
    screen('ui', <LayoutTemplate />),
    screen('workflow', <Workflow />),
    screen('settings', <Settings />),
    {
      key: 'releases',
      label: strings.releases,
      icon: <History />,
      run: () => openOverlay('releases'),
    },
    {
      key: 'trash',
      label: strings.trash,
      icon: <ArchiveRestore />,
      run: () => openOverlay('trash'),
    },
    ...outside,
  ]
}

function useActionEntries(): readonly CommandPaletteEntry[] {
  const { signOut } = useSession()
  const { theme, toggleTheme } = useTheme()
  const dark = theme === 'dark'
  return [
    {
      key: 'theme',
      label: dark ? strings.lightTheme : strings.darkTheme,
      icon: dark ? <Sun /> : <Moon />,
      run: toggleTheme,
    },
    {
      key: 'shortcuts',
      label: strings.shortcuts,
      icon: <Keyboard />,
      run: () => openOverlay('shortcuts'),
    },
    { key: 'sign-out', label: strings.signOut, icon: <LogOut />, run: signOut },
  ]
}

/** Entries that need no server search, filtered by the text. */
export function usePaletteGroups(text: string): readonly PaletteGroup[] {
  const groups = [
    { title: strings.goTo, entries: useScreenEntries() },
    { title: strings.actions, entries: useActionEntries() },
  ]
  const typed = text.trim().toLowerCase()
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ label }) => label.toLowerCase().includes(typed)),
    }))
    .filter(({ entries }) => entries.length > 0)
}
