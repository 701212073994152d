import { ArchiveRestore, BookOpen, Keyboard, LogOut, ShieldCheck, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { AvatarMenu } from '../../ui/layout/avatar-menu.tsx'
import { MenuItem } from '../../ui/primitives/dropdown-menu.tsx'
import { Kbd } from '../../ui/primitives/kbd.tsx'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { useCurrentUser } from '../current-user.ts'
import { openOverlay } from '../overlay.ts'
import { useSession } from '../session.tsx'
import { guideOfScreen } from './guide-of-screen.ts'
import { accountStrings as strings } from './strings.ts'

/** The menu of the signed-in user, the same on every screen. */
export function UserMenu() {
  const user = useCurrentUser().data?.user
  const { signOut } = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  if (user === undefined) return <Skeleton shape="pill" className="size-7" />
  const screen = (path: string, label: string, icon: ReactNode) => (
    <MenuItem icon={icon} onSelect={() => void navigate(path)}>
      {label}
    </MenuItem>
  )
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
        icon={<BookOpen aria-hidden="true" />}
        onSelect={() => void window.open(guideOfScreen(location), '_blank', 'noopener')}
      >
        {strings.documentation}
      </MenuItem>
      {screen('/two-factor', strings.twoFactor, <ShieldCheck aria-hidden="true" />)}
      {user.role === 'admin' ? (
        <>
          {screen('/people', strings.people, <Users aria-hidden="true" />)}
          {screen(
            '/deleted-projects',
            strings.deletedProjects,
            <ArchiveRestore aria-hidden="true" />,
          )}
        </>
      ) : null}
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={signOut}>
        {strings.signOut}
      </MenuItem>
    </AvatarMenu>
  )
}
