import type { ProjectData } from '@plinth/contract'
import { Rocket, Search, Settings } from 'lucide-react'
import { NavLink } from 'react-router'
import { UserMenu } from '../../state/account/user-menu.tsx'
import { stopReason } from '../../state/availability.ts'
import { useIsAdmin } from '../../state/current-user.ts'
import { openOverlay, setPaletteOpen } from '../../state/overlay.ts'
import { SECTIONS } from '../../state/section.ts'
import { NavTabs } from '../../ui/layout/nav-tabs.tsx'
import { ThemeToggle } from '../../ui/layout/theme-toggle.tsx'
import { BarDivider, TopBar } from '../../ui/layout/top-bar.tsx'
import { buttonStyle } from '../../ui/primitives/button.tsx'
import { GatedButton } from '../../ui/primitives/gated-button.tsx'
import { Kbd, modKey } from '../../ui/primitives/kbd.tsx'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { Tooltip } from '../../ui/primitives/tooltip.tsx'
import { EnvironmentSwitch } from './environment-switch.tsx'
import { projectShellStrings as strings } from './strings.ts'

interface ProjectBarProps {
  /** The open project, with its data once loaded; undefined if it cannot be shown. */
  project: { id: string; data: ProjectData | undefined } | undefined
}

function ProjectName({ data }: { data: ProjectData | undefined }) {
  if (data === undefined) return <Skeleton className="h-3 w-32" />
  const { name, canReadProduction } = data
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span title={name} className="max-w-72 min-w-10 truncate text-sm font-medium">
        {name}
      </span>
      <EnvironmentSwitch canReadProduction={canReadProduction} />
    </span>
  )
}

function SearchButton() {
  return (
    <button
      type="button"
      onClick={() => setPaletteOpen(true)}
      className="ring-control flex h-8 w-57 shrink-0 items-center gap-2 rounded-md border max-lg:w-8 border-line-strong bg-surface pr-2.5 pl-2.5 text-sm text-fg-3 shadow-1 transition-colors duration-100 hover:bg-hover"
    >
      <Search aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="flex-1 truncate text-left max-lg:sr-only">{strings.search}</span>
      <span className="flex max-lg:sr-only">
        <Kbd>{modKey('K')}</Kbd>
      </span>
    </button>
  )
}

function SettingsLink({ projectId }: { projectId: string }) {
  return (
    <Tooltip text={strings.settings}>
      <NavLink
        to={`/project/${projectId}/settings`}
        aria-label={strings.settings}
        className={buttonStyle('ghost', 'icon')}
      >
        <Settings aria-hidden="true" />
      </NavLink>
    </Tooltip>
  )
}

function DeployButton({ data }: { data: ProjectData | undefined }) {
  const reason = data && stopReason(data.availability)
  return (
    <GatedButton reason={reason} onClick={() => openOverlay('deploy')}>
      <Rocket aria-hidden="true" />
      {strings.deploy}
    </GatedButton>
  )
}

/** The top bar; without a project it omits the tabs and project actions. */
export function ProjectBar({ project }: ProjectBarProps) {
  const admin = useIsAdmin()
  const tabs = SECTIONS.map((section) => ({
    to: `/project/${project?.id}/${section}`,
    label: strings[section],
  }))
  return (
    <TopBar homeLabel={strings.home} homePath="/home" isNowhere={!project}>
      {project ? (
        <>
          <ProjectName data={project.data} />
          <div className="ml-6 h-full">
            <NavTabs label={strings.tabs} tabs={tabs} />
          </div>
        </>
      ) : null}
      <div className="ml-auto flex items-center gap-1.5">
        <SearchButton />
        <BarDivider />
        {admin && project ? <DeployButton data={project.data} /> : null}
        <ThemeToggle />
        {project ? <SettingsLink projectId={project.id} /> : null}
        <UserMenu />
      </div>
    </TopBar>
  )
}
