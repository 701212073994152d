import { ArchiveRestore, Keyboard, LogOut, Plus, ShieldCheck, Users } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useCurrentUser } from '../../state/current-user.ts'
import { openOverlay } from '../../state/overlay.ts'
import { useSession } from '../../state/session.tsx'
import { AvatarMenu } from '../../ui/layout/avatar-menu.tsx'
import { ThemeToggle } from '../../ui/layout/theme-toggle.tsx'
import { BarDivider, TopBar } from '../../ui/layout/top-bar.tsx'
import { Badge } from '../../ui/primitives/badge.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { MenuItem } from '../../ui/primitives/dropdown-menu.tsx'
import { Kbd } from '../../ui/primitives/kbd.tsx'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { RunMigrationButton } from './run-migration-button.tsx'
import { projectListStrings as strings } from './strings.ts'

function UserMenu() {
  const user = useCurrentUser().data?.user
  const { signOut } = useSession()
  const navigate = useNavigate()
  if (user === undefined) return <Skeleton shape="pill" className="size-7" />
  return (
    <AvatarMenu
      label={strings.userMenu}
      name={`${user.first_name} ${user.last_name}`.trim() || user.email}
      detail={user.email}
    >
      <MenuItem
        icon={<Keyboard aria-hidden="true" />}
        shortcut={<Kbd>?</Kbd>}
        onSelect={() => openOverlay('shortcuts')}
      >
        {strings.shortcuts}
      </MenuItem>
      <MenuItem
        icon={<ShieldCheck aria-hidden="true" />}
        onSelect={() => void navigate('/two-factor')}
      >
        {strings.twoFactor}
      </MenuItem>
      {user.role === 'admin' ? (
        <>
          <MenuItem icon={<Users aria-hidden="true" />} onSelect={() => void navigate('/people')}>
            {strings.people}
          </MenuItem>
          <MenuItem
            icon={<ArchiveRestore aria-hidden="true" />}
            onSelect={() => void navigate('/deleted-projects')}
          >
            {strings.deletedProjects}
          </MenuItem>
        </>
      ) : null}
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={signOut}>
        {strings.signOut}
      </MenuItem>
    </AvatarMenu>
  )
}

export function ProjectListBar({ onCreate }: { onCreate: () => void }) {
  const { data } = useCurrentUser()
  const { signOut } = useSession()
  return (
    <TopBar homeLabel={strings.home} homePath="/home">
      {data ? (
        <span className="flex min-w-0 items-center gap-3">
          <span className="truncate text-sm font-medium">{data.organisation.name}</span>
          {data.organisation.name === strings.organisation ? null : (
            <Badge>{strings.organisation}</Badge>
          )}
        </span>
      ) : (
        <Skeleton className="h-3 w-40" />
      )}
      <div className="ml-auto flex items-center gap-1.5">
        {data?.user.role === 'admin' ? <RunMigrationButton /> : null}
        <Button variant="ghost" onClick={signOut}>
          <LogOut aria-hidden="true" />
          {strings.signOut}
        </Button>
        <ThemeToggle />
        <BarDivider />
        <Button variant="primary" onClick={onCreate} className="mr-1.5">
          <Plus aria-hidden="true" />
          <span className="sr-only">{strings.plus} </span>
          {strings.newProject}
        </Button>
        <UserMenu />
      </div>
    </TopBar>
  )
}
