import {
  ArchiveRestore,
  ArrowLeftRight,
  Database,
  History,
  Keyboard,
  KeyRound,
  LayoutGrid,
  LayoutTemplate,
  LogOut,
  Moon,
  Play,
  Rocket,
  Settings,
  ShieldCheck,
  SquareTerminal,
  Sun,
  Users,
  Workflow,
  Zap,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useMatch, useNavigate } from 'react-router'
import { stopReason } from '../../state/availability.ts'
import { useIsAdmin } from '../../state/current-user.ts'
import { inEnvironment } from '../../state/environment.ts'
import { GO_KEYS, type GoTarget } from '../../state/go-keys.ts'
import { openOverlay } from '../../state/overlay.ts'
import { listPaletteActions } from '../../state/palette-actions.ts'
import { useSession } from '../../state/session.tsx'
import { useTheme } from '../../ui/layout/theme.ts'
import type { CommandPaletteEntry, PaletteGroup } from './rank-entries.ts'
import { commandPaletteStrings as strings } from './strings.ts'
import type { ShownProject } from './use-shown-project.ts'

function useScreenEntries(): readonly CommandPaletteEntry[] {
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const projectId = useMatch('/project/:projectId/*')?.params.projectId
  const screen = (label: string, icon: ReactNode, path: string): CommandPaletteEntry => ({
    key: path,
    label,
    icon,
    run: () => void navigate(path),
  })
  const home = {
    ...screen(strings.allProjects, <LayoutGrid />, '/home'),
    keys: GO_KEYS.home.shown,
  }
  const outside = [
    home,
    screen(strings.twoFactor, <ShieldCheck />, '/two-factor'),
    ...(isAdmin
      ? [
          screen(strings.people, <Users />, '/people'),
          screen(strings.deletedProjects, <ArchiveRestore />, '/deleted-projects'),
        ]
      : []),
  ]
  if (projectId === undefined) return outside
  const path = (rest: string) => `/project/${projectId}/${rest}`
  const tab = (name: Exclude<GoTarget, 'home'>, icon: ReactNode) => ({
    ...screen(strings[name], icon, path(name)),
    // The address alone is also that of the project in the list of projects.
    key: `screen ${name}`,
    keys: GO_KEYS[name].shown,
  })
  return [
    tab('data', <Database />),
    tab('ui', <LayoutTemplate />),
    tab('workflow', <Workflow />),
    tab('sql', <SquareTerminal />),
    screen(strings.credentials, <KeyRound />, path('workflow?tab=credentials')),
    screen(strings.runs, <Play />, path('workflow?tab=runs')),
    tab('settings', <Settings />),
    ...outside,
  ]
}

function useProjectActions(shown: ShownProject | undefined): readonly CommandPaletteEntry[] {
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const { search } = useLocation()
  if (!shown) return []
  const { project, environment } = shown
  const overlay = (name: 'deploy' | 'releases' | 'trash', icon: ReactNode) => ({
    key: `overlay ${name}`,
    label: strings[name],
    icon,
    run: () => openOverlay(name),
  })
  const other = environment === 'dev' ? ('production' as const) : ('dev' as const)
  const change = {
    key: 'environment',
    label: other === 'dev' ? strings.toDev : strings.toProduction,
    icon: <ArrowLeftRight />,
    run: () =>
      void navigate({
        pathname: `/project/${project.id}/data`,
        search: inEnvironment(search, other),
      }),
  }
  const canDeploy = isAdmin && stopReason(project.availability) === undefined
  return [
    ...(canDeploy ? [overlay('deploy', <Rocket />)] : []),
    ...(project.canReadProduction ? [change] : []),
    overlay('releases', <History />),
    overlay('trash', <ArchiveRestore />),
  ]
}

function useGeneralActions(): readonly CommandPaletteEntry[] {
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
      keys: '?',
      run: () => openOverlay('shortcuts'),
    },
    { key: 'sign-out', label: strings.signOut, icon: <LogOut />, run: signOut },
  ]
}

/** Screens and actions: those of the shown screen first, then those of the project and of the console. */
export function useFixedGroups(shown: ShownProject | undefined): readonly PaletteGroup[] {
  const ofScreen = listPaletteActions().map((action) => ({
    ...action,
    key: `action ${action.label}`,
    icon: <Zap />,
  }))
  return [
    { title: strings.goTo, entries: useScreenEntries() },
    {
      title: strings.actions,
      entries: [...ofScreen, ...useProjectActions(shown), ...useGeneralActions()],
    },
  ]
}
