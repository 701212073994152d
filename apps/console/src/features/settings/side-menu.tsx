import {
  Activity,
  Archive,
  Braces,
  CircleUser,
  Gauge,
  Globe,
  History,
  KeyRound,
  Settings2,
  SquareTerminal,
  UserRound,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SettingsSection } from '../../state/settings-sections.ts'
import { cn } from '../../ui/primitives/cn.ts'
import { settingsStrings as strings } from './panel/strings.ts'

interface SideMenuProps {
  sections: readonly SettingsSection[]
  current: SettingsSection
}

const ICONS: Record<SettingsSection, ReactNode> = {
  members: <Users />,
  domains: <Globe />,
  users: <UserRound />,
  constants: <Braces />,
  profile: <CircleUser />,
  audit: <History />,
  api: <SquareTerminal />,
  keys: <KeyRound />,
  backups: <Archive />,
  requests: <Activity />,
  usage: <Gauge />,
  general: <Settings2 />,
}

export function SideMenu({ sections, current }: SideMenuProps) {
  return (
    <nav
      aria-label={strings.menu}
      className="flex w-52 shrink-0 flex-col gap-0.5 border-r bg-surface px-3 py-4"
    >
      <h1 className="px-2.5 pb-2 text-xs font-medium text-fg-2">{strings.title}</h1>
      {sections.map((section) => (
        <Link
          key={section}
          to={{ search: section === 'members' ? '' : `?section=${section}` }}
          aria-current={section === current ? 'page' : undefined}
          className={cn(
            'ring-focus flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium transition-colors duration-100 [&_svg]:size-4 [&_svg]:stroke-[1.75]',
            section === current ? 'bg-active text-fg' : 'text-fg-2 hover:bg-hover hover:text-fg',
          )}
        >
          <span aria-hidden="true" className="text-fg-3">
            {ICONS[section]}
          </span>
          {strings.sections[section]}
        </Link>
      ))}
    </nav>
  )
}
